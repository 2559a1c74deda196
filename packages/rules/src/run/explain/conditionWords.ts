/** What a trace says of a condition where it is true, false, or not known. */
export const shownWords = (name: string) => ({
  true: `${name} is shown`,
  false: `${name} is hidden`,
  null: `${name} is hidden, because its condition is not known to be true`
})

export const requiredWords = (name: string) => ({
  true: `${name} is required`,
  false: `${name} is not required`,
  null: `${name} is not required, because its condition is not known to be true`
})

export const offeredWords = (name: string, option: string) => ({
  true: `${name} offers "${option}"`,
  false: `${name} does not offer "${option}"`,
  null: `${name} does not offer "${option}", because its condition is not known to be true`
})
