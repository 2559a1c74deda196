/** `email`: an address to write to. */
import * as running from "./running/texts.ts"
import { type TextForm, textType } from "./texts.ts"

const form: TextForm = {
  pattern: "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[^@.]+(\\.[^@.]+)+$",
  maxLength: 254,
  examples: ["ada@example.com", "grace@example.org", "alan@example.net", "edith@example.com", "a@b.co", "b@c.de"]
}

export const email = textType("email", running.email, [], form)
