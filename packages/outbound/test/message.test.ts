/** What cannot be injected into a message: headers, and addresses that two programs would read in two ways. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import MailComposer from "nodemailer/lib/mail-composer"
import { isEmailAddress } from "@formwork/outbound/notification/EmailAddress"
import { message } from "@formwork/outbound/notification/message"
import * as Smtp from "@formwork/outbound/notification/Smtp"
import { dispatch } from "./support/dispatch.ts"
import { fieldsOf, from, notification } from "./support/notification.ts"

const hostile = Schema.Array(
  Schema.Literals([
    "\r\n",
    "\n",
    "\r",
    "\u0000",
    "\u2028",
    "Bcc: eve@example.net",
    "\r\n\r\nbody",
    "é",
    " ",
    "x",
    "=?UTF-8?Q?=0D=0ABcc:?=",
    "\t"
  ])
)

it.effect.prop(
  "a subject and a text add no header",
  [hostile, hostile],
  ([subject, text]) =>
    Effect.gen(function* () {
      const content = { ...notification, subject: subject.join(""), text: text.join("") }
      const mail = yield* message(dispatch, content, yield* Smtp.sender(from))
      const built = yield* Effect.promise(() => new MailComposer(mail).compile().build())
      const names = fieldsOf(built.toString("utf8")).map(([name]) => name)
      // Without a text there is one part, whose encoding stands among them.
      const ours =
        "auto-submitted from to cc reply-to subject message-id date mime-version content-type content-transfer-encoding"
      for (const name of names) assert.include(ours.split(" "), name)
      assert.lengthOf(names, new Set(names).size)
    }),
  { arbitrary: { runs: 200 } }
)

it("an e-mail address is a plain one", () => {
  for (const good of [
    "a@b",
    "first.last+tag@sub.example.org",
    "o'neil@example.com",
    "x@exämple.org",
    "1@xn--exmple-cua.com"
  ]) {
    assert.isTrue(isEmailAddress(good), good)
  }
  for (const bad of [
    "",
    "a",
    "@b",
    "a@",
    "a b@c",
    "a@b c",
    "a@b,c@d",
    "a@b; c@d",
    "Ann <a@b>",
    "<a@b>",
    `"a b"@c`,
    "a@[127.0.0.1]",
    "a@b\r\nBcc: c@d",
    "a@b\n",
    "\na@b",
    "a@@b",
    "a@b@c",
    ".a@b",
    "a.@b",
    "a..b@c",
    "a@-b",
    "a@b-",
    "a@b..c",
    "a(b)@c",
    "ä@b",
    `${"a".repeat(65)}@b`,
    `a@${"b.".repeat(130)}c`
  ]) {
    assert.isFalse(isEmailAddress(bad), bad)
  }
})
