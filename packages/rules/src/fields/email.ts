/** `email`: an address to write to. */
import { isEmail } from "../values/text.ts"
import { type TextForm, textType } from "./texts.ts"

export const emailForm: TextForm = {
  test: isEmail,
  wanted: "an e-mail address, such as name@example.com",
  pattern: "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[^@.]+(\\.[^@.]+)+$",
  maxLength: 254,
  examples: ["ada@example.com", "grace@example.org", "alan@example.net", "edith@example.com", "a@b.co", "b@c.de"]
}

export const email = textType("email", [], emailForm)
