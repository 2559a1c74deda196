import type { Messages } from "../Messages.ts"
import { counted } from "./common.ts"

export const saving: Messages["saving"] = {
  saved: ({ revision }) => `Entwurf ${revision}, gespeichert`,
  changed: "Geändert",
  saving: "Wird gespeichert",
  broken: "Nicht gespeichert: Der Quelltext ist kein JSON. Er bleibt in diesem Browser.",
  away: "Nicht gespeichert: Der Server antwortet nicht. Der Entwurf bleibt in diesem Browser, und das Speichern wird erneut versucht.",
  busy: ({ why }) =>
    `Nicht gespeichert: ${why} Der Entwurf bleibt in diesem Browser, und das Speichern wird von selbst erneut versucht.`,
  signedOut:
    "Nicht gespeichert: Sie sind abgemeldet. Der Entwurf bleibt in diesem Browser, bis Sie sich wieder anmelden.",
  refused: ({ why }) => `Nicht gespeichert: ${why} Der Entwurf bleibt in diesem Browser.`,
  collided: "Nicht gespeichert: Der Entwurf wurde auch anderswo gespeichert.",
  now: "Jetzt speichern",
  another: "Eine andere Person",
  merged: ({ by, revision, when }) =>
    `${by} hat ${when} Revision ${revision} gespeichert. Der Entwurf enthält Ihre und diese Änderungen; Rückgängig nimmt die fremden heraus.`,
  mergedOwn: ({ revision, when }) =>
    `Sie haben ${when} in einem anderen Fenster Revision ${revision} gespeichert. Der Entwurf enthält die Änderungen beider Fenster; Rückgängig nimmt die des anderen heraus.`,
  dismiss: "Ausblenden",
  collision: {
    title: "Eine andere Person hat diesen Entwurf gespeichert",
    why: ({ by, revision, when }) =>
      `${by} hat ${when} Revision ${revision} gespeichert. Was nur eine Seite geändert hat, bleibt erhalten. Das haben beide geändert:`,
    titleOwn: "Sie haben diesen Entwurf in einem anderen Fenster gespeichert",
    whyOwn: ({ revision, when }) =>
      `Sie haben dort ${when} Revision ${revision} gespeichert. Was nur ein Fenster geändert hat, bleibt erhalten. Das haben beide geändert:`,
    order: "Reihenfolge",
    form: "das ganze Formular",
    ancestor: "Vorher",
    mine: "Ihre Fassung",
    theirs: "Die andere",
    gone: "entfernt",
    take: ({ path }) => `Welche Fassung: ${path}`,
    left: ({ count }) => `Noch ${counted(count, "Entscheidung", "Entscheidungen")}`,
    submit: "Zusammenführen",
    later: "Später entscheiden",
    open: "Entscheiden…",
    broken: "Ihr Quelltext ist im Moment kein JSON. Beheben Sie das zuerst."
  }
}
