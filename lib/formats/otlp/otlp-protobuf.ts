/**
 * A message of OTLP profiles in protobuf, read as it comes: its samples do not stay as they are, its tables and all
 * else do.
 */
import { Problem } from '../../errors.ts'
import { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import { type MessageVisitor, readMessageStream } from '../protobuf/protobuf-stream.ts'
import { createScratch } from '../reading/byte-sets.ts'
import { createSigns, createWaitingSamples, findGeneration, guessGeneration } from './otlp-generation.ts'
import { decodeMessage, isOwnResource, refused } from './otlp-message.ts'
import { createOtlpSamples, type OtlpMessage } from './otlp-samples.ts'
import { type Generation, type Message, messagesOf, resourceMessage, scopeMessage } from './otlp-schema.ts'

type Bytes = ReturnType<typeof createScratch>

/** A resource as its bytes stand. */
interface RawResource {
  readonly bytes: Bytes
  isOwn: boolean
}

/** A profile that has begun: the bytes of its own fields without the samples, and its resource and scope. */
interface RawProfile {
  readonly fields: Bytes
  readonly resource: RawResource
  readonly scope: Bytes
}

/** Reads a message. Throws: Problem `unreadable-profile` when it is damaged, or of a generation that is not read. */
export async function decodeOtlp(chunks: AsyncIterable<Uint8Array>): Promise<OtlpMessage> {
  const samples = createOtlpSamples()
  const signs = createSigns()
  const profiles: RawProfile[] = []
  const dictionary = createScratch()
  let waiting = createWaitingSamples()
  let generation: Generation | null = null

  await readMessageStream(chunks, {
    field: (field, reader) => {
      // 1: a resource with its profiles; 2: the dictionary; of 1.6, tables stand behind them.
      if (field > 2) throw refused('1.6')
      reader.message()
    },
    enter: (field) => (field === 1 ? visitResource() : field === 2 ? visitDictionary() : null),
  })
  const chosenGeneration = generation === null ? findGeneration(waiting, signs) : checkGeneration(generation)
  addWaiting(chosenGeneration)
  const messages = messagesOf(chosenGeneration)
  const read = (bytes: Bytes, message: Message) =>
    decodeMessage(new ProtobufReader(bytes.bytes, 0, bytes.length), message)
  return {
    samples,
    dictionary: messages.dictionary === null ? null : read(dictionary, messages.dictionary),
    parts: profiles.map(({ fields, resource, scope }) => ({
      resource: read(resource.bytes, resourceMessage),
      scope: read(scope, scopeMessage),
      profile: read(fields, messages.profile),
    })),
  }

  function visitResource(): MessageVisitor {
    const resource: RawResource = { bytes: createScratch(), isOwn: false }
    return {
      field: (field, reader) => {
        if (field !== 1) return reader.skip()
        const bytes = reader.messageBytes()
        resource.isOwn ||= isOwnResource(decodeMessage(new ProtobufReader(bytes), resourceMessage))
        resource.bytes.add(bytes)
      },
      enter: (field) => (field === 2 ? visitScope(resource) : null),
    }
  }

  function visitScope(resource: RawResource): MessageVisitor {
    const scope = createScratch()
    return {
      field: (field, reader) => (field === 1 ? scope.add(reader.messageBytes()) : reader.skip()),
      enter: (field) => (field === 2 ? visitProfile(resource, scope) : null),
    }
  }

  function visitProfile(resource: RawResource, scope: Bytes): MessageVisitor {
    const fields = createScratch()
    const part = profiles.push({ fields, resource, scope }) - 1
    return {
      field: (field, reader) => {
        signs.seeProfileField(field, reader)
        if (field === 2) addSample(part, reader)
        else fields.add(reader.fieldBytes())
      },
    }
  }

  function visitDictionary(): MessageVisitor {
    signs.seeDictionary()
    return {
      field: (field, reader) => {
        const bytes = reader.fieldBytes()
        signs.seeDictionaryField(field, bytes)
        dictionary.add(bytes)
      },
    }
  }

  function addSample(part: number, reader: ProtobufReader): void {
    if (generation !== null) {
      add(part, reader.message(), generation)
      return
    }
    waiting.add(part, reader.messageBytes())
    if (!waiting.isFull) return
    generation = guessGeneration(waiting, signs)
    addWaiting(generation)
  }

  function addWaiting(found: Generation): void {
    for (const { part, reader } of waiting) add(part, reader, found)
    waiting = createWaitingSamples()
  }

  function add(part: number, reader: ProtobufReader, found: Generation): void {
    samples.add(part, decodeMessage(reader, messagesOf(found).sample), profiles[part]!.resource.isOwn)
  }

  /** Gives the generation by the tables, now that they are here. Throws where the samples were of another one. */
  function checkGeneration(guessed: Generation): Generation {
    const hasStacks = signs.hasStacks === true
    if (hasStacks !== (guessed !== '1.7'))
      throw new Problem('unreadable-profile', {
        reason: 'its samples and its tables are of different versions of OTLP',
      })
    return hasStacks ? guessed : signs.hasDictionary ? '1.7' : '1.5'
  }
}
