/** An e-mail: whom it goes to, and what it says. */
import { MOST_OF_HTML, MOST_OF_LINE, MOST_OF_TEXT } from "../../../definition/effectLimits.ts"
import type { NotificationTree } from "../../../tree/EffectTree.ts"
import { lineSchema, textSchema } from "../common/schemas.ts"
import { effectSettings } from "../common/settings.ts"
import { template } from "../common/template.ts"
import { address, addresses, addressSchema, addressesSchema } from "./address.ts"
import { htmlTemplate } from "./html/htmlTemplate.ts"

export const notification = effectSettings(
  "a notification",
  {
    to: {
      read: addresses,
      example: `"{email}"`,
      schema: addressesSchema(
        "Who it is sent to. A field that is missing is left out; with nobody left, nothing is sent."
      )
    },
    cc: { read: addresses, schema: addressesSchema("Who gets a copy.") },
    replyTo: { read: address, schema: addressSchema },
    subject: {
      read: template("line", MOST_OF_LINE),
      example: `"Your enquiry {$reference}"`,
      schema: lineSchema("A template of one line.")
    },
    text: {
      read: template("text", MOST_OF_TEXT),
      example: `"Thank you, {name}."`,
      schema: textSchema(MOST_OF_TEXT, "A template of plain text.")
    },
    html: {
      read: htmlTemplate(MOST_OF_HTML),
      schema: textSchema(MOST_OF_HTML, "A template of HTML; values are escaped for where they stand.")
    }
  },
  ({ cc, html, replyTo, subject, text, to }): NotificationTree | undefined =>
    to === undefined || subject === undefined || text === undefined
      ? undefined
      : { kind: "notification", to, cc: cc ?? [], replyTo, subject, text, html }
)
