/** A notification as a message of e-mail. */
import { Effect } from "effect"
import type { SendMailOptions } from "nodemailer"
import type { NotificationContent } from "@formwork/domain/filing/Content"
import { dueAtMillis } from "@formwork/domain/filing/Firing"
import { type AttachedBytes, type Dispatch, SendFailed } from "@formwork/domain/sending/Sender"
import { attachedName } from "./attachedName.ts"
import { isEmailAddress } from "./EmailAddress.ts"
import type * as Smtp from "./Smtp.ts"

const mostRecipients = 50

/** What a message has of its dispatch. */
export type Sending = Pick<Dispatch, "attachments" | "id">

const dead = (reason: string) => new SendFailed({ reason, verdict: "dead" })

/** A header has no line breaks, but a payload's value may have some. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()

/** Parts of these types must not be encoded as base64 (RFC 2045 §6.4), and a file has to arrive as its bytes are. */
const isComposite = (mediaType: string): boolean => /^(?:message|multipart)\//iu.test(mediaType)

const attached = ({ bytes, fileName, mediaType }: AttachedBytes) => ({
  filename: attachedName(fileName, mediaType),
  content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  contentType: isComposite(mediaType) ? "application/octet-stream" : mediaType,
  contentDisposition: "attachment" as const,
  contentTransferEncoding: "base64" as const
})

/**
 * The message of a firing, the same bytes at every attempt. Its Message-ID is the firing's id, so that a repeat can be recognised;
 * `Auto-Submitted` keeps answering machines from answering (RFC 3834), and `Content-Language` says the language where its author did
 * (RFC 3282).
 */
// Its type is written out: an inferred one names a package that this one does not depend on.
export const message: (
  dispatch: Sending,
  content: NotificationContent,
  from: Smtp.From
) => Effect.Effect<SendMailOptions, SendFailed> = Effect.fnUntraced(function* (
  { attachments, id }: Sending,
  { attach = [], cc = [], files = [], html, language, replyTo, subject, text, to }: NotificationContent,
  from: Smtp.From
) {
  const recipients = [...to, ...cc]
  if (recipients.length > mostRecipients) return yield* dead(`The message has more than ${mostRecipients} recipients.`)
  for (const address of replyTo === undefined ? recipients : [...recipients, replyTo]) {
    if (!isEmailAddress(address)) return yield* dead(`“${oneLine(address).slice(0, 100)}” is not an e-mail address.`)
  }
  // INVARIANT: no message leaves without a document or a file that it names.
  const due = attach.length + files.length
  if (attachments.length !== due)
    return yield* dead(`The message has ${attachments.length} of the ${due} documents and files that it attaches.`)
  const mailbox = (address: string) => ({ name: "", address })
  const mail: SendMailOptions = {
    from,
    to: to.map(mailbox),
    cc: cc.map(mailbox),
    ...(replyTo === undefined ? {} : { replyTo: mailbox(replyTo) }),
    subject: oneLine(subject),
    text,
    ...(html === undefined ? {} : { html }),
    ...(attachments.length === 0 ? {} : { attachments: attachments.map(attached) }),
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
    date: new Date(dueAtMillis(id)),
    baseBoundary: id,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(language === undefined ? {} : { "Content-Language": language })
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false
  }
  return mail
})
