/** How often a key was called, by day and operation. */
import type { UsageDay } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { keyUsageQuery } from "../../../api/keys.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Bars } from "../../../parts/chart/Bars.tsx"
import { Days } from "../../../parts/chart/Days.tsx"
import { Toggles } from "../../../parts/Toggles.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { day as dayText, utcDay, utcDaysBetween } from "../../../time/dates.ts"
import { useNow } from "../../../time/useNow.ts"
import { usagePeriods } from "./usagePeriod.ts"
import type { UsagePeriod } from "./usagePeriod.ts"

const operations = ["evaluate", "create"] as const

const callsOf = (items: ReadonlyArray<UsageDay>, operation: UsageDay["operation"], day?: string): number =>
  items
    .filter((item) => item.operation === operation && (day === undefined || item.day === day))
    .reduce((sum, { calls }) => sum + calls, 0)

interface UsageProps {
  readonly keyId: string
  readonly days: UsagePeriod
}

const Period = ({ days, keyId }: UsageProps) => {
  const { keys } = useMessages()
  const navigate = useNavigate()
  return (
    <Toggles
      label={keys.usage.period}
      options={usagePeriods.map((each) => ({ id: String(each), label: keys.usage.days({ days: each }) }))}
      value={String(days)}
      onChange={(chosen) => {
        const period = usagePeriods.find((each) => String(each) === chosen)
        void navigate({
          to: "/settings/keys/$keyId",
          params: { keyId },
          search: period === undefined || period === 30 ? {} : { days: period },
          replace: true,
          resetScroll: false
        })
      }}
    />
  )
}

export const KeyUsage = ({ days, keyId }: UsageProps) => {
  const { common, keys } = useMessages()
  const to = utcDay(useNow(600))
  const from = utcDay(Date.parse(to), days - 1)
  const query = useQuery({ ...keyUsageQuery(keyId, from, to), refetchInterval: 30_000 })
  const series = operations.map((id) => ({ id, label: keys.usage.operations[id] }))
  return (
    <Section title={keys.usage.title} description={keys.usage.why} actions={<Period keyId={keyId} days={days} />}>
      <Queried query={query} lines={8}>
        {(items) => {
          const calls = items.reduce((sum, item) => sum + item.calls, 0)
          if (calls === 0) return <p>{keys.usage.none}</p>
          return (
            <>
              <Days
                label={keys.usage.total({ calls, days })}
                series={series}
                days={utcDaysBetween(from, to).map((day) => ({
                  id: day,
                  label: dayText(common.language, `${day}T12:00:00`),
                  amountOf: (operation: UsageDay["operation"]) => callsOf(items, operation, day)
                }))}
              />
              <Bars
                label={keys.usage.byOperation}
                bars={series.map(({ id, label }) => ({ id, label, amount: callsOf(items, id) }))}
              />
            </>
          )
        }}
      </Queried>
    </Section>
  )
}
