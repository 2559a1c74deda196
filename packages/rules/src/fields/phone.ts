/** `phone`: a phone number as people write it. */
import * as running from "./running/texts.ts"
import { type TextForm, textType } from "./texts.ts"

const form: TextForm = {
  pattern: "^\\+?([ ().-]*[0-9]){5,20}[ ().-]*$",
  maxLength: 40,
  examples: ["+44 20 7946 0958", "+1 202 555 0143", "020 7946 0", "12345", "23456"]
}

export const phone = textType("phone", running.phone, [], form)
