/** The screens about forms, with texts that are all hostile. */
import { formScreens } from "./visits.ts"
import { walkThrough } from "./walkThrough.ts"

walkThrough("the forms", formScreens)
