/* What differs between two views, as `patches.py` says it, for servers on which that is much of the
 * work. It is optional: without it the functions of the same names in `patches.py` are used, and
 * tests hold both against each other.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define BLOCK 64           /* cells that are skipped together if they are equal */
#define MOST_CELLS 0x1000000 /* a place has 24 bits */

static PyObject *SET, *GROWN, *FIELDS;

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
    if (before == NULL || !PyBytes_Check(before) || !PyBytes_Check(after)) {
        PyErr_SetString(PyExc_TypeError, "both views need the same layers, as bytes");
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

/* diff_layers(before, after): by layer the cells that differ, in the order of `after`. */
static PyObject *
diff_layers(PyObject *self, PyObject *const *given, Py_ssize_t count)
{
    PyObject *name, *layer, *cells;
    Py_ssize_t place = 0;
    if (count != 2 || !PyDict_Check(given[0]) || !PyDict_Check(given[1])) {
        PyErr_SetString(PyExc_TypeError, "diff_layers takes two dicts of layers");
        return NULL;
    }
    if ((cells = PyDict_New()) == NULL)
        return NULL;
    while (PyDict_Next(given[1], &place, &name, &layer)) {
        PyObject *before = PyDict_GetItemWithError(given[0], name);
        if (PyErr_Occurred() || diff_layer(cells, name, before, layer) < 0) {
            Py_DECREF(cells);
            return NULL;
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

/* diff_facts(before, after): by field of a struct, how it has changed. */
static PyObject *
diff_facts(PyObject *self, PyObject *const *given, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "diff_facts takes two structs");
        return NULL;
    }
    PyObject *changed = PyDict_New();
    if (changed == NULL || given[0] == given[1])
        return changed;
    PyObject *fields = PyObject_GetAttr(given[1], FIELDS);
    int done = fields && PyTuple_Check(fields) ? 0 : -1;
    for (Py_ssize_t at = 0; done == 0 && at < PyTuple_GET_SIZE(fields); at++) {
        PyObject *name = PyTuple_GET_ITEM(fields, at);
        PyObject *before = PyObject_GetAttr(given[0], name);
        PyObject *after = before ? PyObject_GetAttr(given[1], name) : NULL;
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

static PyMethodDef functions[] = {
    {"diff_facts", (PyCFunction)(void (*)(void))diff_facts, METH_FASTCALL, NULL},
    {"diff_layers", (PyCFunction)(void (*)(void))diff_layers, METH_FASTCALL, NULL},
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
    return SET && GROWN && FIELDS ? PyModule_Create(&module) : NULL;
}
