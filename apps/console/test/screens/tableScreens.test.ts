/** The screens about tables, with texts that are all hostile. */
import { tableScreens } from "./visits.ts"
import { walkThrough } from "./walkThrough.ts"

walkThrough("the tables", tableScreens)
