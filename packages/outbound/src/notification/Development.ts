/** Sending without a mail server: prints notifications, so a developer sees what would be sent. */
import { Console, Effect, Layer } from "effect"
import type * as Smtp from "./Smtp.ts"
import { Mail } from "./Mail.ts"
import { message } from "./message.ts"

const from: Smtp.From = { name: "Formwork", address: "formwork@localhost" }

const frame = "─".repeat(72)

/** Control characters could change what the terminal shows. */
const visible = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, "\uFFFD")

/** The Mail service on standard output. It refuses the messages that `Mail.layerSmtp` refuses before sending. */
export const layerMail: Layer.Layer<Mail> = Layer.succeed(
  Mail,
  Mail.of({
    send: Effect.fn("Mail.send")(function* (dispatch, content) {
      yield* message(dispatch, content, from)
      const { cc = [], replyTo, subject, text, to } = content
      const head = [
        `To: ${to.join(", ")}`,
        ...(cc.length === 0 ? [] : [`Cc: ${cc.join(", ")}`]),
        ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
        `Subject: ${subject.replace(/\s+/gu, " ")}`,
        ...dispatch.attachments.map(({ bytes, fileName }) => `Attached: ${fileName} (${bytes.length} bytes)`)
      ]
      const lines = [frame, "E-mail (not sent: SMTP_URL is not set)", ...head, "", text, frame]
      yield* Console.log(visible(lines.join("\n")))
      return { status: null, excerpt: "Printed on standard output." }
    })
  })
)
