/* What differs between two views, as `patches.py` says it, for servers on which that is much of the
 * work. It is optional: without it the functions of the same names in `patches.py` are used, and
 * tests hold both against each other. Only `diff_views` is called from there.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define BLOCK 64           /* cells that are skipped together if they are equal */
#define MOST_CELLS 0x1000000 /* a place has 24 bits */

static PyObject *SET, *GROWN, *FIELDS, *FACTS, *RECT, *LAYERS;

/* 32-bit little-endian words, place << 8 | value, for each cell that differs; returns how many. Without
 * `word` they are only counted. */
static Py_ssize_t
pack_words(const unsigned char *before, const unsigned char *after, Py_ssize_t size, unsigned char *word)
{
    Py_ssize_t found = 0;
    for (Py_ssize_t block = 0; block < size; block += BLOCK) {
        Py_ssize_t end = block + BLOCK < size ? block + BLOCK : size;
        if (memcmp(before + block, after + block, end - block) == 0)
            continue;
        for (Py_ssize_t at = block; at < end; at++) {
            if (before[at] == after[at])
                continue;
            if (word != NULL) {
                word[4 * found] = after[at];
                word[4 * found + 1] = at & 255;
                word[4 * found + 2] = at >> 8 & 255;
                word[4 * found + 3] = at >> 16 & 255;
            }
            found++;
        }
    }
    return found;
}

static PyObject *
pack(const unsigned char *before, const unsigned char *after, Py_ssize_t size)
{
    PyObject *packed = PyBytes_FromStringAndSize(NULL, 4 * pack_words(before, after, size, NULL));
    if (packed != NULL)
        pack_words(before, after, size, (unsigned char *)PyBytes_AS_STRING(packed));
    return packed;
}

/* Put the cells of one layer into `cells`, if any differ; -1 is an error. */
static int
diff_layer(PyObject *cells, PyObject *name, PyObject *before, PyObject *after)
{
    if (before == after)
        return 0;
    if (!PyBytes_Check(before) || !PyBytes_Check(after)) {
        PyErr_SetString(PyExc_TypeError, "layers are bytes");
        return -1;
    }
    Py_ssize_t size = PyBytes_GET_SIZE(after);
    if (PyBytes_GET_SIZE(before) != size || size > MOST_CELLS) {
        PyErr_SetString(PyExc_ValueError, "layers of two sizes, or too large ones");
        return -1;
    }
    const unsigned char *old = (unsigned char *)PyBytes_AS_STRING(before);
    const unsigned char *new = (unsigned char *)PyBytes_AS_STRING(after);
    if (memcmp(old, new, size) == 0)
        return 0;
    PyObject *packed = pack(old, new, size);
    if (packed == NULL)
        return -1;
    int done = PyDict_SetItem(cells, name, packed);
    Py_DECREF(packed);
    return done;
}

/* By layer the cells that differ, in the order of `after`; None if they are other layers. */
static PyObject *
diff_layers(PyObject *before, PyObject *after)
{
    PyObject *name, *layer, *cells;
    Py_ssize_t place = 0;
    if (!PyDict_Check(before) || !PyDict_Check(after)) {
        PyErr_SetString(PyExc_TypeError, "the layers of a view are a dict");
        return NULL;
    }
    if (PyDict_GET_SIZE(before) != PyDict_GET_SIZE(after))
        return Py_NewRef(Py_None);
    if ((cells = PyDict_New()) == NULL)
        return NULL;
    while (PyDict_Next(after, &place, &name, &layer)) {
        PyObject *known = PyDict_GetItemWithError(before, name);
        if (known == NULL || diff_layer(cells, name, known, layer) < 0) {
            Py_DECREF(cells);
            return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
        }
    }
    return cells;
}

/* Is a tuple the same as before, with something added at its end? -1 is an error. */
static int
has_grown(PyObject *before, PyObject *after)
{
    if (!PyTuple_Check(before) || !PyTuple_Check(after))
        return 0;
    Py_ssize_t size = PyTuple_GET_SIZE(before);
    if (size == 0 || size > PyTuple_GET_SIZE(after))
        return 0;
    PyObject *head = PyTuple_GetSlice(after, 0, size);
    if (head == NULL)
        return -1;
    int is_same = PyObject_RichCompareBool(head, before, Py_EQ);
    Py_DECREF(head);
    return is_same;
}

/* Put one fact into `changed`, if it differs; -1 is an error. */
static int
diff_fact(PyObject *changed, PyObject *name, PyObject *before, PyObject *after)
{
    int is_same = PyObject_RichCompareBool(before, after, Py_EQ);
    if (is_same != 0)
        return is_same < 0 ? -1 : 0;
    int is_grown = has_grown(before, after);
    if (is_grown < 0)
        return -1;
    PyObject *value = is_grown
        ? PyTuple_GetSlice(after, PyTuple_GET_SIZE(before), PyTuple_GET_SIZE(after))
        : Py_NewRef(after);
    PyObject *told = value ? PyTuple_Pack(2, is_grown ? GROWN : SET, value) : NULL;
    int done = told ? PyDict_SetItem(changed, name, told) : -1;
    Py_XDECREF(told);
    Py_XDECREF(value);
    return done;
}

/* By field of a struct, how it has changed. */
static PyObject *
diff_facts(PyObject *old, PyObject *new)
{
    PyObject *changed = PyDict_New();
    if (changed == NULL || old == new)
        return changed;
    PyObject *fields = PyObject_GetAttr(new, FIELDS);
    int done = fields && PyTuple_Check(fields) ? 0 : -1;
    for (Py_ssize_t at = 0; done == 0 && at < PyTuple_GET_SIZE(fields); at++) {
        PyObject *name = PyTuple_GET_ITEM(fields, at);
        PyObject *before = PyObject_GetAttr(old, name);
        PyObject *after = before ? PyObject_GetAttr(new, name) : NULL;
        done = after ? diff_fact(changed, name, before, after) : -1;
        Py_XDECREF(before);
        Py_XDECREF(after);
    }
    Py_XDECREF(fields);
    if (done < 0) {
        Py_DECREF(changed);
        return NULL;
    }
    return changed;
}

typedef PyObject *(*Diff)(PyObject *, PyObject *);

/* What `diff` says of one attribute of two views. */
static PyObject *
diff_attribute(PyObject *old, PyObject *new, PyObject *name, Diff diff)
{
    PyObject *before = PyObject_GetAttr(old, name);
    PyObject *after = before ? PyObject_GetAttr(new, name) : NULL;
    PyObject *found = after ? diff(before, after) : NULL;
    Py_XDECREF(before);
    Py_XDECREF(after);
    return found;
}

/* True if they are equal. */
static PyObject *
is_same(PyObject *before, PyObject *after)
{
    return PyObject_RichCompare(before, after, Py_EQ);
}

/* diff_views(before, after): how facts have changed, and cells; None for cells if the rectangle or
 * the layers are others. */
static PyObject *
diff_views(PyObject *self, PyObject *const *given, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "diff_views takes two views");
        return NULL;
    }
    PyObject *is_there = diff_attribute(given[0], given[1], RECT, is_same);
    PyObject *facts = is_there ? diff_attribute(given[0], given[1], FACTS, diff_facts) : NULL;
    PyObject *cells = NULL;
    if (facts != NULL)
        cells = is_there == Py_True ? diff_attribute(given[0], given[1], LAYERS, diff_layers)
                                    : Py_NewRef(Py_None);
    PyObject *both = cells ? PyTuple_Pack(2, facts, cells) : NULL;
    Py_XDECREF(is_there);
    Py_XDECREF(facts);
    Py_XDECREF(cells);
    return both;
}

static PyMethodDef functions[] = {
    {"diff_views", (PyCFunction)(void (*)(void))diff_views, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_quick", NULL, -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__quick(void)
{
    SET = PyUnicode_InternFromString("=");
    GROWN = PyUnicode_InternFromString("+");
    FIELDS = PyUnicode_InternFromString("__struct_fields__");
    FACTS = PyUnicode_InternFromString("facts");
    RECT = PyUnicode_InternFromString("rect");
    LAYERS = PyUnicode_InternFromString("layers");
    int is_named = SET && GROWN && FIELDS && FACTS && RECT && LAYERS;
    return is_named ? PyModule_Create(&module) : NULL;
}
