import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { showProblem, showToast } from '../ui/toast.tsx'

/** Items the page was loaded with, less those it has deleted since. `toast` is shown then. */
export function useDeletable<Item extends { readonly id: string }>(
  loaded: readonly Item[],
  collection: `/api/v1/${string}`,
  toast: (item: Item) => string,
) {
  const [items, setItems] = useState(loaded)
  const remove = (item: Item) => {
    callApi(`${collection}/${item.id}`, { method: 'DELETE' }).then(() => {
      setItems((now) => now.filter(({ id }) => id !== item.id))
      showToast({ text: toast(item) })
    }, showProblem)
  }
  return {
    items,
    remove,
    add: (item: Item) => setItems((now) => [item, ...now]),
    update: (item: Item) => setItems((now) => now.map((one) => (one.id === item.id ? item : one))),
  }
}
