/** Parts that show something. */
import { useState } from "react"
import { Badge } from "../../parts/Badge.tsx"
import { CodeBlock } from "../../parts/CodeBlock.tsx"
import { Disclosure } from "../../parts/Disclosure.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import { Mark } from "../../parts/Mark.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { Refused } from "../../parts/Refused.tsx"
import { Section } from "../../parts/Section.tsx"
import { Sentence } from "../../parts/Sentence.tsx"
import { Empty, Failed, Loading } from "../../parts/States.tsx"
import { Table } from "../../parts/Table.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { When } from "../../parts/When.tsx"
import { Button } from "../../parts/Button.tsx"
import { AmountTable } from "../../parts/chart/AmountTable.tsx"
import { Bars } from "../../parts/chart/Bars.tsx"
import { Buckets } from "../../parts/chart/Buckets.tsx"
import { Days } from "../../parts/chart/Days.tsx"
import { Spark } from "../../parts/chart/Spark.tsx"
import { buckets, day, days, errors, long, options, series, strange, strangeOptions } from "./sample.ts"
import type { OptionId } from "./sample.ts"
import { Shown } from "./Shown.tsx"
import styles from "./Parts.module.css"

const nothing = () => undefined

const Texts = () => (
  <>
    <Shown part="Mark">
      <Mark />
    </Shown>
    <Shown part="Badge">
      <div className={styles.row}>
        {(["neutral", "ok", "info", "warning", "error"] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
    </Shown>
    <Shown part="Foreign">
      <Foreign text={strange} />
      <Foreign text={strange} isName />
    </Shown>
    <Shown part="Sentence">
      <p>
        <Sentence text="`premium` is `945.46`, and a ` alone" />
      </p>
    </Shown>
    <Shown part="When">
      <When at={day} />
      <When at={new Date().toISOString()} />
    </Shown>
    <Shown part="CodeBlock">
      <CodeBlock label="Code" text={`${long}\n${strange}`} fileName="code.txt" />
    </Shown>
    <Shown part="Disclosure">
      <Disclosure summary="Folded">{long}</Disclosure>
      <Disclosure summary="Open" isOpen>
        {long}
      </Disclosure>
    </Shown>
    <Shown part="Facts">
      <Facts facts={options.map(({ label }) => ({ label, value: <Foreign text={long} /> }))} />
    </Shown>
  </>
)

const States = () => (
  <>
    {(["info", "ok", "warning", "error"] as const).map((tone) => (
      <Shown key={tone} part="Notice" state={tone}>
        <Notice tone={tone} title={tone} actions={<Button>{tone}</Button>}>
          <p>{long}</p>
        </Notice>
      </Shown>
    ))}
    {Object.entries(errors).map(([name, error]) => (
      <Shown key={name} part="Refused" state={name}>
        <Refused error={error} />
      </Shown>
    ))}
    {Object.entries(errors).map(([name, error]) => (
      <Shown key={name} part="States" state={name}>
        <Failed error={error} onRetry={nothing} />
      </Shown>
    ))}
    <Shown part="States" state="loading">
      <Loading lines={2} />
    </Shown>
    <Shown part="States" state="empty">
      <Empty title="Empty" action={<Button>{options[0].label}</Button>}>
        {long}
      </Empty>
    </Shown>
  </>
)

const Frames = () => {
  const [tab, setTab] = useState<OptionId>("one")
  return (
    <>
      <Shown part="Section">
        <Section title="Section" description={long} actions={<Button>{options[0].label}</Button>}>
          {long}
        </Section>
      </Shown>
      <Shown part="Tabs">
        <Tabs
          label="Tabs"
          tabs={strangeOptions
            .slice(0, 2)
            .map(({ id, label }) => ({ id, label: <Foreign text={label} />, content: long }))}
          chosen={tab}
          onChoose={setTab}
        />
      </Shown>
      <Shown part="Table">
        <Table
          label="Table"
          rows={strangeOptions}
          rowId={({ id }) => id}
          isQuiet={({ id }) => id === "three"}
          columns={[
            { id: "name", label: "Name", cell: ({ label }) => <Foreign text={label} isName /> },
            { id: "amount", label: "Amount", align: "end", cell: ({ label }) => label.length },
            { id: "act", label: "Actions", isLabelHidden: true, cell: ({ id }) => <Button size="small">{id}</Button> }
          ]}
        />
      </Shown>
    </>
  )
}

const Charts = () => (
  <>
    <Shown part="chart/Days">
      <Days label="Days" series={series} days={days} />
    </Shown>
    <Shown part="chart/Spark">
      <Spark label={long} days={days.slice(0, 7).map((one) => ({ ...one, amount: one.amountOf("evaluate") }))} />
    </Shown>
    <Shown part="chart/Bars">
      <Bars label="Bars" bars={days.slice(0, 4).map((one) => ({ ...one, amount: one.amountOf("evaluate") }))} />
    </Shown>
    <Shown part="chart/Bars" state="that lead somewhere">
      <Bars label="Linked bars" isPlain bars={buckets.map((one) => ({ ...one, label: strange, detail: long }))} />
    </Shown>
    <Shown part="chart/Days" state="that lead somewhere">
      <Days label="Linked days" series={series} days={days} linkOf={() => ({ to: "/" })} />
    </Shown>
    <Shown part="chart/Buckets">
      <Buckets label="Buckets" ends={["0", "100"]} amountLabel="Submissions" rowsLabel="Value" buckets={buckets} />
    </Shown>
    <Shown part="chart/AmountTable">
      <AmountTable label="Amounts" rowsLabel="Day" series={series} rows={days.slice(0, 3)} />
    </Shown>
  </>
)

export const Views = () => (
  <>
    <Texts />
    <States />
    <Frames />
    <Charts />
  </>
)
