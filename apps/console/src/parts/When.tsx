/** A moment: “4 minutes ago” within a week, “in 3 weeks” within two months, else its date. The tooltip has date, time and zone. */
import { useMessages } from "../messages/useMessages.ts"
import { moment, nearOrDay } from "../time/dates.ts"
import { useNow } from "../time/useNow.ts"

export const When = ({ at }: { readonly at: string }) => {
  const { language } = useMessages().common
  const now = useNow()
  return (
    <time dateTime={at} title={moment(language, at)}>
      {nearOrDay(language, Date.parse(at), now)}
    </time>
  )
}
