import type { Messages } from "../Messages.ts"
import { account } from "./account.ts"
import { audit } from "./audit.ts"
import { changes } from "./changes.ts"
import { charts } from "./charts.ts"
import { common } from "./common.ts"
import { definition } from "./definition.ts"
import { effects } from "./effects.ts"
import { forms } from "./forms.ts"
import { home } from "./home.ts"
import { invitation } from "./invitation.ts"
import { keys } from "./keys.ts"
import { newForm } from "./newForm.ts"
import { palette } from "./palette.ts"
import { people } from "./people.ts"
import { privileges } from "./privileges.ts"
import { publish } from "./publish.ts"
import { reference } from "./reference.ts"
import { reports } from "./reports.ts"
import { saving } from "./saving.ts"
import { settings } from "./settings.ts"
import { shell } from "./shell.ts"
import { shortcuts } from "./shortcuts.ts"
import { signIn } from "./signIn.ts"
import { source } from "./source.ts"
import { structure } from "./structure.ts"
import { submission } from "./submission.ts"
import { submissions } from "./submissions.ts"
import { tables } from "./tables.ts"
import { tryOut } from "./tryOut.ts"
import { versions } from "./versions.ts"
import { workspace } from "./workspace.ts"

/** German, an object an area. Which words were chosen, and why: docs/decisions/0249. */
export const de: Messages = {
  account,
  audit,
  changes,
  charts,
  common,
  definition,
  effects,
  forms,
  home,
  invitation,
  keys,
  newForm,
  palette,
  people,
  privileges,
  publish,
  reference,
  reports,
  saving,
  settings,
  shell,
  shortcuts,
  signIn,
  source,
  structure,
  submission,
  submissions,
  tables,
  tryOut,
  versions,
  workspace
}
