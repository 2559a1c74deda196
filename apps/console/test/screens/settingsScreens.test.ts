/** The screens about settings, with texts that are all hostile. */
import { settingsScreens } from "./visits.ts"
import { walkThrough } from "./walkThrough.ts"

walkThrough("the settings", settingsScreens)
