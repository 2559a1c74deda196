/** What an effect sends, as it was rendered. A secret stands by its name: its value is filled in while it is sent. */
import type { EffectContent } from "@formwork/client/contract"
import type { ReactNode } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { CodeBlock } from "../../../../parts/CodeBlock.tsx"
import { Facts } from "../../../../parts/Facts.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import styles from "./Effects.module.css"

type Sent = NonNullable<EffectContent["content"]>
type Of<Kind extends Sent["kind"]> = Extract<Sent, { readonly kind: Kind }>

const json = (value: unknown): string => JSON.stringify(value, null, 2) ?? ""

export const Content = ({ content }: { readonly content: Sent }): ReactNode => {
  switch (content.kind) {
    case "notification":
      return <Mail content={content} />
    case "document":
      return <Paper content={content} />
    case "integration":
      return <Request content={content} />
    case "delivery":
      return <Event content={content} />
  }
}

const Mail = ({ content: { cc = [], html, replyTo, subject, text, to } }: { readonly content: Of<"notification"> }) => {
  const { sent } = useMessages().submission
  return (
    <div className={styles.content}>
      <Facts
        facts={[
          { label: sent.to, value: <Foreign text={to.join(", ")} /> },
          ...(cc.length === 0 ? [] : [{ label: sent.cc, value: <Foreign text={cc.join(", ")} /> }]),
          ...(replyTo === undefined ? [] : [{ label: sent.replyTo, value: <Foreign text={replyTo} /> }]),
          { label: sent.subject, value: <Foreign text={subject} /> }
        ]}
      />
      <CodeBlock label={sent.text} text={text} />
      {html !== undefined && <CodeBlock label={sent.html} text={html} />}
    </div>
  )
}

const Paper = ({ content: { blocks, fileName, title } }: { readonly content: Of<"document"> }) => {
  const { sent } = useMessages().submission
  return (
    <div className={styles.content}>
      <Facts
        facts={[
          { label: sent.title, value: <Foreign text={title} /> },
          { label: sent.fileName, value: <Foreign text={fileName} /> }
        ]}
      />
      <CodeBlock label={sent.blocks} text={json(blocks)} />
    </div>
  )
}

type Header = Of<"integration">["headers"][number]["value"]

const useHeader = () => {
  const { sent } = useMessages().submission
  return (value: Header): string =>
    "text" in value ? value.text : `${value.prefix ?? ""}${sent.secretNamed({ name: value.secret })}`
}

const Request = ({ content: { body, headers, method, url } }: { readonly content: Of<"integration"> }) => {
  const { sent } = useMessages().submission
  const header = useHeader()
  return (
    <div className={styles.content}>
      <Facts
        facts={[
          { label: sent.request, value: <Foreign text={`${method} ${url}`} /> },
          ...headers.map(({ name, value }) => ({ label: name, value: <Foreign text={header(value)} /> }))
        ]}
      />
      {body !== undefined && <CodeBlock label={sent.body} text={json(body)} />}
    </div>
  )
}

const Event = ({ content: { event, secret, url } }: { readonly content: Of<"delivery"> }) => {
  const { sent } = useMessages().submission
  return (
    <div className={styles.content}>
      <Facts
        facts={[
          { label: sent.request, value: <Foreign text={`POST ${url}`} /> },
          { label: sent.signed, value: <Foreign text={sent.secretNamed({ name: secret })} /> }
        ]}
      />
      <CodeBlock label={sent.event} text={json(event)} />
    </div>
  )
}
