/** A message to send, and how to read what came out of it. */
import type { NotificationContent } from "@formwork/domain/filing/Content"

export const from = "Example Forms <forms@example.org>"

export const notification: NotificationContent = {
  kind: "notification",
  to: ["ann@example.com", "bob@example.com"],
  cc: ["cora@example.com"],
  replyTo: "desk@example.org",
  subject: "Your quote – Zoë",
  text: "Hello Zoë,\n\n.\nthe dot above is part of it.",
  html: "<p>Hello <b>Zoë</b></p>"
}

/** The header fields of a message as it went over the wire, unfolded, names in lower case. */
export const fieldsOf = (raw: string): ReadonlyArray<readonly [name: string, value: string]> =>
  (raw.split("\r\n\r\n")[0] ?? "")
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((field) => [field.slice(0, field.indexOf(":")).toLowerCase(), field.slice(field.indexOf(":") + 1).trim()])
