/**
 * What a person wrote, on the lines they wrote it on. Text of people, not of containers: their emoji are made of characters
 * that <Name> would show as marks. Isolated, so that it can turn nothing around but itself.
 */
export function NoteText({ text }: { text: string }) {
  return (
    <bdi dir="auto" className="min-w-0 break-words whitespace-pre-line">
      {text}
    </bdi>
  )
}
