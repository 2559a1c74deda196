/** Notifications by SMTP. */
import { Context, Effect, Layer, type Redacted } from "effect"
import type { NodemailerError } from "nodemailer"
import type { NotificationContent } from "@formwork/domain/filing/Content"
import { type Receipt, SendFailed } from "@formwork/domain/sending/Sender"
import * as Excerpt from "../Excerpt.ts"
import { mailer } from "./mailer.ts"
import { message, oneLine, type Sending } from "./message.ts"
import * as Smtp from "./Smtp.ts"

/** The time for the whole conversation with the server. */
const timeoutMillis = 25_000

/**
 * Connections to the server are kept for the next messages. The pool sends a message again over another connection only where the first
 * ended before a byte of the message was sent, twice at most; every other failure is the attempt's.
 */
const pool = { pool: true, maxConnections: 20, maxMessages: 100, maxRequeues: 2, idleTimeout: 30_000 } as const

export class Mail extends Context.Service<
  Mail,
  {
    /**
     * Sends one message to all its recipients.
     * Refuses: `dead`: no recipient, more than 50, a malformed address, or another number of documents than the content attaches; `dead`: the server answers 5xx to every recipient or to
     * the message; `retry`: anything else, also where the server puts off one of several recipients. The receipt names recipients
     * that were refused for good while others were accepted.
     */
    readonly send: (dispatch: Sending, content: NotificationContent) => Effect.Effect<Receipt, SendFailed>
  }
>()("@formwork/outbound/notification/Mail") {
  /**
   * @param url `SMTP_URL`: see `Smtp.read`.
   * @param from `MAIL_FROM`: an address, or a name and the address in angle brackets.
   * Dies where the package nodemailer is not installed.
   */
  static readonly layerSmtp = (settings: {
    readonly url: Redacted.Redacted
    readonly from: string
  }): Layer.Layer<Mail, Smtp.MailSettingsInvalid> =>
    Layer.effect(
      Mail,
      Effect.gen(function* () {
        const from = yield* Smtp.sender(settings.from)
        const options = yield* Smtp.read(settings.url)
        const { createTransport } = yield* mailer
        const transport = yield* Effect.acquireRelease(
          Effect.sync(() => createTransport({ ...options, ...pool })),
          (transport) => Effect.sync(() => transport.close())
        )
        const send = Effect.fn("Mail.send")(function* (dispatch: Sending, content: NotificationContent) {
          const mail = yield* message(dispatch, content, from)
          const info = yield* Effect.tryPromise({
            try: (signal) => transport.sendMail({ ...mail, signal }),
            catch: (error) => failure(error instanceof Error ? error : new Error("no error"))
          }).pipe(
            Effect.timeoutOrElse({
              duration: timeoutMillis,
              orElse: () =>
                new SendFailed({
                  reason: `The mail server did not finish within ${timeoutMillis / 1_000} seconds.`,
                  verdict: "retry"
                })
            })
          )
          const refused = info.rejectedErrors ?? []
          const putOff = refused.find(({ responseCode = 0 }) => responseCode < 500)
          return putOff === undefined ? receipt(info.response, refused) : yield* failure(putOff)
        })
        return Mail.of({ send })
      })
    )
}

const statusOf = (response: string): number | null => {
  const status = Number(response.slice(0, 3))
  return Number.isInteger(status) && status >= 200 ? status : null
}

const receipt = (response: string, refused: ReadonlyArray<NodemailerError>): Receipt => ({
  status: statusOf(response),
  excerpt: Excerpt.of(
    [response, ...refused.map((error) => `Refused: ${error.recipient}: ${error.response}`)].join("\n")
  )
})

/** Commands whose answer is about this message. Any other answer is about the sender, which the operator can repair: `retry`. */
const aboutTheMessage = new Set(["RCPT TO", "DATA"])

const failure = ({ code, command = "", message: detail, response, responseCode }: NodemailerError): SendFailed => {
  const permanent =
    responseCode === undefined
      ? code === "EENVELOPE" || code === "EMESSAGE"
      : responseCode >= 500 && responseCode !== 503 && aboutTheMessage.has(command)
  const reason =
    responseCode === undefined
      ? `The mail server could not be used: ${oneLine(detail)}.`
      : `The mail server answered ${responseCode} to ${command === "" ? "the connection" : command}.`
  return new SendFailed({
    reason: Excerpt.of(reason),
    verdict: permanent ? "dead" : "retry",
    ...(responseCode === undefined ? {} : { status: responseCode }),
    ...(response === undefined ? {} : { excerpt: Excerpt.of(response) })
  })
}
