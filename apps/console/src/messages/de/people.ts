import type { Messages } from "../Messages.ts"
import { counted, listed, needing } from "./common.ts"

const one: Messages["people"]["one"] = {
  title: "Person",
  email: "E-Mail-Adresse",
  role: "Rolle",
  may: "Darf",
  since: "Seit",
  seen: "Zuletzt hier",
  change: "Rolle ändern",
  rename: "Umbenennen",
  name: "Name",
  renew: "Neue Einladung senden",
  deactivate: "Deaktivieren",
  reactivate: "Reaktivieren",
  above: ({ name, privileges }) =>
    `Um ${name} zu ändern, brauchen Sie alle Berechtigungen der Rolle. Ihnen fehlt: ${listed(privileges)}.`,
  deactivated: "Dieses Konto ist deaktiviert",
  deactivatedWhy: "Seit",
  ended: "Die Sitzungen und Schlüssel sind beendet und bleiben es, auch wenn das Konto reaktiviert wird.",
  keys: "Im Namen dieser Person erstellte Schlüssel",
  keysWhy: "Sie enden mit dem Konto.",
  noKeys: "Es gibt keine.",
  needsKeys: needing("Das Auflisten von Schlüsseln", "apikey:read"),
  audit: {
    why: "Was mit diesem Konto getan wurde und was die Person geändert hat.",
    none: "Kein Eintrag betrifft diese Person."
  },
  keysAbove: ({ n }) =>
    `${counted(n, "Schlüssel dieser Person hat", "Schlüssel dieser Person haben")} mehr Berechtigungen als die neue Rolle`,
  keysAboveWhy: "Mit dem, was ihnen erteilt wurde, gelten sie für Formulare und Einreichungen weiter.",
  revokeAbove: "Diese widerrufen"
}

const deactivate: Messages["people"]["deactivate"] = {
  title: ({ name }) => `${name} deaktivieren?`,
  why: "Alle Sitzungen der Person enden sofort, ebenso eine noch nicht verwendete Einladung und die Einladungen, die sie versendet hat. Das Konto kann reaktiviert werden; was beendet ist, bleibt beendet.",
  self: "Das ist Ihr eigenes Konto: Sie werden abgemeldet.",
  noKeys: "Im Namen dieser Person wurde kein Schlüssel erstellt.",
  keys: ({ n }) =>
    `${counted(n, "Schlüssel endet", "Schlüssel enden")} ebenfalls, und die nächste Anfrage damit wird abgelehnt:`,
  unknownKeys:
    "Jeder im Namen dieser Person erstellte Schlüssel endet ebenfalls. Das Auflisten erfordert die Berechtigung apikey:read.",
  used: "zuletzt verwendet",
  unused: "nie verwendet",
  type: "Einer dieser Schlüssel ist in Gebrauch. Geben Sie zum Fortfahren den Namen der Person ein",
  submit: "Deaktivieren"
}

export const people: Messages["people"] = {
  title: "Personen",
  description: "Wer sich bei dieser Organisation anmelden kann und was die jeweilige Rolle erlaubt.",
  invite: "Einladen",
  roles: { owner: "Inhaber", admin: "Administrator", author: "Autor", reviewer: "Prüfer", viewer: "Betrachter" },
  rolesWhy: {
    owner: "Darf alles; eine Organisation hat immer mindestens einen aktiven.",
    admin: "Darf alles, außer die Organisation selbst, ihre Geheimnisse und die Kontingente von Schlüsseln zu ändern.",
    author: "Legt Formulare an, veröffentlicht sie und bearbeitet Einreichungen.",
    reviewer: "Bearbeitet Einreichungen und führt sie durch ihren Workflow.",
    viewer: "Liest Formulare mit ihren Tabellen, Einreichungen und Berichte."
  },
  columns: {
    name: "Name",
    email: "E-Mail-Adresse",
    role: "Rolle",
    since: "Seit",
    seen: "Zuletzt hier",
    state: "Status"
  },
  you: "Sie",
  states: {
    active: "Aktiv",
    deactivated: "Deaktiviert",
    pending: "Eingeladen",
    expired: "Einladung abgelaufen",
    revoked: "Einladung widerrufen"
  },
  invitation: {
    label: "Einladung",
    none: "Keine gesendet",
    states: { pending: "Offen", accepted: "Angenommen", expired: "Abgelaufen", revoked: "Widerrufen" },
    ends: "endet",
    sent: "gesendet",
    by: "von",
    again: "Erneut senden",
    againTo: ({ name }) => `Erneut senden, an ${name}`
  },
  filter: {
    label: "Angezeigte Personen",
    text: "Name oder E-Mail-Adresse",
    role: "Rolle",
    state: "Status",
    current: "Aktiv und eingeladen",
    invited: "Eingeladen, noch nicht hier",
    any: "Beliebig",
    all: "Alle"
  },
  noneHere: {
    title: "Keine Person passt",
    why: "Mit einem anderen Filter gibt es weitere Personen.",
    clear: "Aktive Personen anzeigen"
  },
  needsWrite: needing("Das Einladen und Ändern von Personen", "user:write"),
  role: {
    label: "Rolle",
    may: ({ all }) => `Darf ${all}.`,
    lacking: ({ privileges }) => `Sie können sie nicht vergeben: Ihnen fehlt ${listed(privileges)}.`
  },
  new: {
    title: "Person einladen",
    why: "Sie erhält einen Link, über den sie einmalig ihr eigenes Passwort festlegt.",
    name: "Name",
    email: "E-Mail-Adresse",
    nameMissing: "Geben Sie den Namen an, unter dem andere die Person kennen.",
    emailMissing: "Geben Sie eine E-Mail-Adresse an, zum Beispiel ada@example.com.",
    submit: "Einladen"
  },
  sent: {
    title: ({ name }) => `${name} ist eingeladen`,
    byMail: ({ email }) => `Der Link wurde an ${email} gesendet.`,
    notSent: "Der Link wurde nicht gesendet",
    notSentWhy:
      "Der Mailserver hat die Nachricht nicht angenommen. Senden Sie eine neue Einladung, sobald das behoben ist.",
    until: "Der Link gilt einmal, bis",
    bring: ({ name }) =>
      `Es gibt keinen Mailserver; geben Sie diesen Link deshalb selbst an ${name} weiter. Wer ihn hat, kann das Passwort festlegen: Senden Sie ihn niemand anderem.`,
    once: "Der Link wird nur dieses eine Mal angezeigt. Beim Neuladen oder Verlassen dieser Seite geht er verloren; senden Sie dann eine neue Einladung.",
    link: "Link",
    copy: "Link kopieren",
    stored: "Ich habe ihn weitergegeben",
    leaveTitle: "Ohne den Link gehen?",
    leaveWhy: "Der Link steht nur auf dieser Seite. Sobald Sie sie verlassen, kann niemand ihn mehr lesen.",
    stay: "Hier bleiben",
    toPerson: "Person anzeigen",
    again: "Weitere Einladung"
  },
  renew: {
    title: "Neue Einladung senden",
    why: ({ name }) =>
      `Wenn ein Link verloren ging oder abgelaufen ist oder das Passwort vergessen wurde. Damit wird für ${name} ein neues Passwort festgelegt, und alle Sitzungen enden dann. Ein früher gesendeter Link wird sofort ungültig.`,
    submit: "Einladung senden"
  },
  one,
  changeRole: {
    title: ({ name }) => `Rolle von ${name} ändern`,
    why: "Sie gilt ab der nächsten Anfrage jeder Sitzung.",
    revoke: ({ n }) =>
      `Auch ${counted(n, "Schlüssel dieser Person widerrufen, der mehr Berechtigungen hat", "Schlüssel dieser Person widerrufen, die mehr Berechtigungen haben")} als diese Rolle`,
    submit: "Rolle ändern"
  },
  deactivate,
  rolesPage: {
    title: "Rollen",
    description:
      "Jede Person hat eine davon. Sie sind in jeder Organisation gleich; ein System, das weniger dürfen soll, erhält einen Schlüssel mit weniger Berechtigungen.",
    matrix: "Berechtigungen nach Rolle",
    privilege: "Berechtigung",
    has: "Ja",
    hasNot: "Nein",
    people: ({ n }) => counted(n, "aktive Person", "aktive Personen"),
    yours: "Ihre Rolle"
  }
}
