/** Every screen and every dialog of the console, by the files of tests that go there. */
import { effectVisits } from "./effectVisits.ts"
import { formVisits } from "./formVisits.ts"
import { doorVisits, keyVisits } from "./keyVisits.ts"
import { peopleVisits } from "./peopleVisits.ts"
import { settingsVisits } from "./settingsVisits.ts"
import { submissionListVisits } from "./submissionListVisits.ts"
import { submissionVisits } from "./submissionVisits.ts"
import { workspaceVisits } from "./workspaceVisits.ts"

export const formScreens = [...formVisits, ...workspaceVisits]
export const submissionScreens = [...submissionListVisits, ...submissionVisits, ...effectVisits]
/** The door is last: it signs the person out. */
export const settingsScreens = [...keyVisits, ...peopleVisits, ...settingsVisits, ...doorVisits]
