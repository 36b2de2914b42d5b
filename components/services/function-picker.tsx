'use client'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { queryLimits } from '../../lib/contract/constants.ts'
import type { Trend } from '../../lib/contract/trend.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatShare } from '../../lib/profile/format/units.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

/** Adds a function by its name, or by a part of it: then the first suggestion that contains it. */
export function FunctionPicker({
  suggestions,
  onAdd,
}: {
  suggestions: Trend['suggestions']
  onAdd: (name: string) => void
}) {
  const list = useId()
  const [text, setText] = useState('')
  const add = (name: string) => {
    setText('')
    if (name !== '') onAdd(name)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add(findSuggestion(suggestions, text.trim()))
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 items-center gap-2">
      <TextField
        aria-label="Add a function or package"
        placeholder="Add a function or package"
        list={list}
        value={text}
        maxLength={queryLimits.function}
        className="w-64 max-sm:w-full"
        onChange={({ target, nativeEvent }) => {
          // Typing has an input type of its own; a choice from the list has this one, or none.
          const { inputType } = nativeEvent as InputEvent
          const isChoice = inputType === undefined || inputType === 'insertReplacementText'
          if (isChoice && suggestions.some(({ name }) => name === target.value)) add(target.value)
          else setText(target.value)
        }}
      />
      <datalist id={list}>
        {suggestions.map(({ name, self, total }) => (
          <option
            key={name}
            value={name}
          >{`${visibleText(name)} (${formatShare(self)} self, ${formatShare(total)} total)`}</option>
        ))}
      </datalist>
      <Button type="submit" icon={Plus} disabled={text.trim() === ''}>
        Add
      </Button>
    </form>
  )
}

function findSuggestion(suggestions: Trend['suggestions'], text: string): string {
  if (suggestions.some(({ name }) => name === text)) return text
  const part = text.toLowerCase()
  return suggestions.find(({ name }) => name.toLowerCase().includes(part))?.name ?? text
}
