/** Every screen and every dialog of the console, by the files of tests that go there. */
import { effectVisits } from "./effectVisits.ts"
import { formVisits } from "./formVisits.ts"
import { doorVisits, keyVisits } from "./keyVisits.ts"
import { paletteVisits } from "./paletteVisits.ts"
import { peopleVisits } from "./peopleVisits.ts"
import { referenceVisits } from "./referenceVisits.ts"
import { reportVisits } from "./reportVisits.ts"
import { settingsVisits } from "./settingsVisits.ts"
import { submissionListVisits } from "./submissionListVisits.ts"
import { submissionVisits } from "./submissionVisits.ts"
import { tableVisits } from "./tableVisits.ts"
import { workspaceVisits } from "./workspaceVisits.ts"

export const formScreens = [...formVisits, ...workspaceVisits]
export const submissionScreens = [...submissionListVisits, ...submissionVisits, ...reportVisits, ...effectVisits]
export const tableScreens = tableVisits
/** The door is last: it signs the person out. */
export const settingsScreens = [
  ...keyVisits,
  ...peopleVisits,
  ...settingsVisits,
  ...referenceVisits,
  ...paletteVisits,
  ...doorVisits
]
