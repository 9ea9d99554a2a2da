/** Compiles the guests' English texts, which are part of the Worker's bundle. */
import { updateEnglish } from "./i18n/english-catalogue.ts";

updateEnglish(".");
