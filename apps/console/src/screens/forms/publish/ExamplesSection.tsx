/** Whether the form's examples give with this draft what their author expects. Publishing refuses where one does not, unless there is a reason. */
import type { ExampleReport } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Disclosure } from "../../../parts/Disclosure.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import type { useCheck } from "./useFaults.ts"

type Difference = ExampleReport["failed"][number]["differences"][number]

const text = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

const DifferenceLine = ({
  difference: { expected, field, found, member, pointer }
}: {
  readonly difference: Difference
}) => {
  const { examples: words } = useMessages().publish
  return (
    <li>
      <code>{member === "problems" ? pointer : (field ?? member)}</code> {words.is} <Foreign text={text(found)} />{" "}
      {words.expected} <Foreign text={text(expected)} />
    </li>
  )
}

/** Cases that are shown at once: what is below them is to be reached too. */
const UNFOLDED = 3

const FailedList = ({ failed }: Pick<ExampleReport, "failed">) => {
  const { examples: words } = useMessages().publish
  return (
    <ul>
      {failed.map(({ differences, name }) => (
        <li key={name}>
          <Foreign text={name} isName />
          {differences.length === 0 && <p>{words.unsaid}</p>}
          <ul>
            {differences.map((difference) => (
              <DifferenceLine key={`${difference.member} ${difference.pointer}`} difference={difference} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

export const Report = ({ report: { count, failed } }: { readonly report: ExampleReport }) => {
  const { examples: words } = useMessages().publish
  if (count === 0) return <p>{words.none}</p>
  if (failed.length === 0) return <Notice tone="ok">{words.pass({ n: count })}</Notice>
  return (
    <Notice tone="warning" title={words.fail({ n: failed.length, of: count })}>
      <FailedList failed={failed.slice(0, UNFOLDED)} />
      {failed.length > UNFOLDED && (
        <Disclosure summary={words.more({ n: failed.length - UNFOLDED })}>
          <FailedList failed={failed.slice(UNFOLDED)} />
        </Disclosure>
      )}
    </Notice>
  )
}

export const ExamplesSection = ({ check }: { readonly check: ReturnType<typeof useCheck> }) => {
  const { examples: words } = useMessages().publish
  return (
    <Section title={words.title} description={words.why}>
      <Queried query={check} lines={1}>
        {({ examples }) => (examples === null ? <p>{words.faulty}</p> : <Report report={examples} />)}
      </Queried>
    </Section>
  )
}
