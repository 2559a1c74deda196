/**
 * What an effect sends. HTML is shown as its source: the page's policy lets no script make HTML of a text, a frame's included.
 */
import type { EffectContent } from "@formwork/client/contract"
import type { ReactNode } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { layOut } from "../../author/document/layOut.ts"
import styles from "./Sent.module.css"

type Content = NonNullable<EffectContent["content"]>

const Line = ({ children, label }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.line}>
    <span className={styles.quiet}>{label}</span>
    <span>{children}</span>
  </div>
)

const Json = ({ value }: { readonly value: unknown }) => (
  <pre className={styles.pre}>
    <Foreign text={layOut(JSON.stringify(value))} />
  </pre>
)

/** The language that its author's expression chose. */
const Language = ({ of: { language } }: { readonly of: { readonly language?: string } }) => {
  const { sent: words } = useMessages().effects
  return (
    language !== undefined && (
      <Line label={words.language}>
        <Foreign text={language} />
      </Line>
    )
  )
}

const Mail = ({ content }: { readonly content: Extract<Content, { readonly kind: "notification" }> }) => {
  const { sent: words } = useMessages().effects
  return (
    <>
      <Line label={words.to}>
        <Foreign text={content.to.join(", ")} />
      </Line>
      {content.cc !== undefined && content.cc.length > 0 && (
        <Line label={words.cc}>
          <Foreign text={content.cc.join(", ")} />
        </Line>
      )}
      {content.replyTo !== undefined && (
        <Line label={words.replyTo}>
          <Foreign text={content.replyTo} />
        </Line>
      )}
      <Language of={content} />
      <Line label={words.subject}>
        <Foreign text={content.subject} />
      </Line>
      {content.attach !== undefined && content.attach.length > 0 && (
        <Line label={words.attached}>
          <Foreign text={content.attach.join(", ")} />
        </Line>
      )}
      {content.files !== undefined && content.files.length > 0 && (
        <Line label={words.files}>
          <Foreign text={content.files.map(({ name }) => name).join(", ")} />
        </Line>
      )}
      <pre className={styles.pre}>
        <Foreign text={content.text} />
      </pre>
      {content.html !== undefined && (
        <details>
          <summary className={styles.summary}>{words.html}</summary>
          <pre className={styles.pre}>
            <Foreign text={content.html} />
          </pre>
        </details>
      )}
    </>
  )
}

export const Sent = ({ content }: { readonly content: Content }) => {
  const { sent: words } = useMessages().effects
  switch (content.kind) {
    case "notification":
      return <Mail content={content} />
    case "document":
      return (
        <>
          <Line label={words.file}>
            <Foreign text={content.fileName} />
          </Line>
          <Language of={content} />
          <Line label={words.documentTitle}>
            <Foreign text={content.title} />
          </Line>
          <Blocks blocks={content.blocks} />
        </>
      )
    case "integration":
      return (
        <>
          <Line label={content.method}>
            <Foreign text={content.url} />
          </Line>
          {content.headers.map(({ name, value }) => (
            <Line key={name} label={name}>
              {"text" in value ? (
                <Foreign text={value.text} />
              ) : (
                <Foreign text={`${value.prefix ?? ""}${words.secret({ name: value.secret })}`} />
              )}
            </Line>
          ))}
          {content.body !== undefined && <Json value={content.body} />}
        </>
      )
    case "delivery":
      return (
        <>
          <Line label="POST">
            <Foreign text={content.url} />
          </Line>
          <Line label={words.signature}>{words.secret({ name: content.secret })}</Line>
          <Json value={content.event} />
        </>
      )
  }
}

type DocumentBlocks = Extract<Content, { readonly kind: "document" }>["blocks"]

const Blocks = ({ blocks }: { readonly blocks: DocumentBlocks }) => (
  <div className={styles.paper}>
    {blocks.map((block, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the blocks of one rendering never move
      <Block key={index} block={block} />
    ))}
  </div>
)

const Block = ({ block }: { readonly block: DocumentBlocks[number] }) => {
  if ("heading" in block)
    return (
      <h4 className={styles.heading}>
        <Foreign text={block.heading} />
      </h4>
    )
  if ("paragraph" in block)
    return (
      <p className={styles.paragraph}>
        <Foreign text={block.paragraph} />
      </p>
    )
  if ("fields" in block)
    return (
      <dl className={styles.fields}>
        {block.fields.map(({ label, value }) => (
          <div key={label} className={styles.field}>
            <dt className={styles.quiet}>
              <Foreign text={label} />
            </dt>
            <dd>
              <Foreign text={value} />
            </dd>
          </div>
        ))}
      </dl>
    )
  const { columns, rows } = block.table
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              <Foreign text={label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows of one rendering never move
          <tr key={at}>
            {row.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- nor do its cells
              <td key={column}>
                <Foreign text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
