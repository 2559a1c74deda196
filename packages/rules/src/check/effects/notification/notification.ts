/** An e-mail: whom it goes to, and what it says. */
import { MAX_HTML, MAX_LINE, MAX_TEXT } from "../../../definition/effectLimits.ts"
import type { NotificationTree } from "../../../tree/EffectTree.ts"
import { effectLanguage } from "../common/effectLanguage.ts"
import { inEachLanguage } from "../common/inEachLanguage.ts"
import { lineSchema, textSchema, translatedSchema } from "../common/schemas.ts"
import { effectSettings } from "../common/settings.ts"
import { template } from "../common/template.ts"
import { address, addresses, addressSchema, addressesSchema } from "./address.ts"
import { attachments, attachmentsSchema } from "./attachments.ts"
import { htmlTemplate } from "./html/htmlTemplate.ts"

export const notification = effectSettings(
  "a notification",
  {
    to: {
      read: addresses,
      example: `"{email}"`,
      schema: addressesSchema(
        "The recipients. A field without a value is left out; without any recipient nothing is sent."
      )
    },
    cc: { read: addresses, schema: addressesSchema("Who gets a copy.") },
    replyTo: { read: address, schema: addressSchema },
    subject: {
      read: inEachLanguage(template("line", MAX_LINE)),
      example: `"Your enquiry {$reference}"`,
      schema: translatedSchema(lineSchema("A template of one line."))
    },
    text: {
      read: inEachLanguage(template("text", MAX_TEXT)),
      example: `"Thank you, {name}."`,
      schema: translatedSchema(textSchema(MAX_TEXT, "A template of plain text."))
    },
    html: {
      read: inEachLanguage(htmlTemplate(MAX_HTML)),
      schema: translatedSchema(textSchema(MAX_HTML, "A template of HTML; values are escaped for where they stand."))
    },
    attach: { read: attachments, schema: attachmentsSchema },
    language: effectLanguage
  },
  ({ attach, cc, html, language, replyTo, subject, text, to }): NotificationTree | undefined =>
    to === undefined || subject === undefined || text === undefined
      ? undefined
      : {
          kind: "notification",
          to,
          cc: cc ?? [],
          replyTo,
          subject,
          text,
          html,
          ...(attach ?? { attach: [], files: [] }),
          language
        }
)
