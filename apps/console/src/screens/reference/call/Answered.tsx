/** What the server answered: its status, the headers that programs look at, and its body as a text. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { CodeBlock } from "../../../parts/CodeBlock.tsx"
import { Facts } from "../../../parts/Facts.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { saveAs } from "../../../parts/saveAs.ts"
import type { Operation } from "../document/Operation.ts"
import { type Answered as Answer, MOST_BYTES } from "./send.ts"
import styles from "../Reference.module.css"

interface AnsweredProps {
  readonly answered: Answer
  readonly operation: Operation
}

const nameOf = ({ headers }: Answer, { id }: Operation): string => {
  const disposition = headers.find(([name]) => name === "content-disposition")?.[1] ?? ""
  return /filename="([^"/\\]+)"/u.exec(disposition)?.[1] ?? id
}

const Content = ({ answered, operation }: AnsweredProps) => {
  const { common, reference } = useMessages()
  const words = reference.answered
  const { body, isCut } = answered
  if (body instanceof Blob) {
    return (
      <>
        <p>{words.file({ n: body.size })}</p>
        <div>
          <Button onPress={() => saveAs(nameOf(answered, operation), body)}>{common.download}</Button>
        </div>
      </>
    )
  }
  if (body === "") return <p>{words.empty}</p>
  return (
    <>
      {isCut && <Notice tone="warning">{words.cut({ n: MOST_BYTES })}</Notice>}
      <CodeBlock label={words.body} text={body} />
    </>
  )
}

export const Answered = ({ answered, operation }: AnsweredProps) => {
  const { reference } = useMessages()
  const words = reference.answered
  return (
    <section className={styles.answered} aria-label={words.title}>
      <div role="status">
        <Notice tone={answered.status < 400 ? "ok" : "warning"} title={words.line(answered)}>
          <code>
            <Foreign text={`${answered.request.method} ${answered.request.address}`} />
          </code>
        </Notice>
      </div>
      <div role="group" aria-label={words.headers}>
        <Facts facts={answered.headers.map(([label, value]) => ({ label, value: <Foreign text={value} /> }))} />
      </div>
      <Content answered={answered} operation={operation} />
    </section>
  )
}
