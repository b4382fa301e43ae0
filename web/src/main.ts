import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { addTexts } from "./core/texts";
import { keepOffline } from "./offline/keep";
import { de } from "./texts/de";
import { en } from "./texts/en";

addTexts({ en, de });
mount(App, { target: document.getElementById("app")! });
keepOffline();
