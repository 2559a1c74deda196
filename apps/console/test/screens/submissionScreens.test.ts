/** The screens about submissions, with texts that are all hostile. */
import { submissionScreens } from "./visits.ts"
import { walkThrough } from "./walkThrough.ts"

walkThrough("the submissions", submissionScreens)
