import { guessFrameKind } from '../names/kind-of-name.ts'
import {
  isHotSpotName,
  isKernelFunction,
  isNoName,
  isPrimitiveType,
  isProxy,
  isSystemFunction,
  jdkPackages,
} from '../names/known-names.ts'
import { bareName } from '../names/name-parts.ts'
import { createPackageIndex } from '../filters/package-index.ts'
import type { FrameKind } from '../model/profile.ts'
import { isUnknownName, isUnnamed, isUnwindError } from '../names/unknown-names.ts'
import { createCounter } from './redaction.ts'

export interface NameMask {
  /** The name as it may be shown; itself when it is kept. */
  mask(name: string, kind: FrameKind, module: string): string
}

/**
 * Names outside the kept packages and the JDK, made unreadable. Equal packages stay equal, and so do classes and
 * methods, so a graph keeps its shape and its colours. Numbers come in the order of asking: ask in an order that tells
 * nothing.
 *
 *     keeping org.spring    com.acme.pay.Card.charge(int)    hidden.p1.C1.m1
 *                           com.acme.pay.Card.<init>         hidden.p1.C1.<init>
 *                           org.spring.Foo.bar(int)          org.spring.Foo.bar      (parameters name types)
 *                           jdk.proxy2.$Proxy12.charge       jdk.proxy2.$Proxy12.m1  (the method is of a user's interface)
 *                           acme_crypt in libacme.so         hidden_fn1
 *                           libacme.so, 0x7f3a12             [hidden_1], 0x1
 */
export function createNameMask(keepPackages: readonly string[]): NameMask {
  const keptPackages = createPackageIndex(keepPackages.flatMap(asPrefix).map((name) => [name, true] as const))
  const jdk = createPackageIndex(jdkPackages.map((name) => [name, true] as const))
  const count = {
    packages: createCounter(),
    classes: createCounter(),
    methods: createCounter(),
    others: createCounter(),
  }

  function maskJava(name: string): string {
    const { scope, type, member, brackets } = javaParts(name)
    const base = type.endsWith(lambda) ? type.slice(0, -lambda.length) : type
    const shown = [
      'hidden',
      ...(scope === '' ? [] : [`p${count.packages(scope)}`]),
      `C${count.classes(`${scope} ${base}`)}${base === type ? '' : lambda}`,
      ...(member === null ? [] : [maskMember(member)]),
    ]
    return shown.join('.') + brackets
  }
  const maskMember = (member: string) => (/^<(?:cl)?init>$/.test(member) ? member : `m${count.methods(member)}`)

  function ofJava(name: string): string {
    const bare = withoutParameters(name)
    if (bare === null || isNoName(name)) return bare === null ? maskJava(name) : name
    if (isPrimitiveType(bare)) return bare
    if (keptPackages.find(bare) === true) return bare
    if (jdk.find(bare) !== true || !/^[\w.$/<>\-[\]+]+$/.test(bare)) return maskJava(bare)
    const { scope, type, member } = javaParts(bare)
    return member !== null && isProxy(`${scope}.${type}`) ? `${scope}.${type}.${maskMember(member)}` : bare
  }
  const hidden = (prefix: string, kind: FrameKind, name: string) => `${prefix}${count.others(`${kind} ${name}`)}`

  return {
    mask(name, kind, module) {
      // What the quality of stacks is measured by: the copy has the same.
      if (name === '' || isNoName(name) || isUnwindError(name, module === '' && kind !== 'java')) return name
      if (isUnknownName(name)) return `0x${count.others(`address ${name}`).toString(16)}`
      const ownKind = kind === 'unknown' ? guessFrameKind(name) : kind
      if (ownKind === 'java') return ofJava(name)
      if (ownKind === 'vm') return isHotSpotName(name, module) ? maskCpp(name) : hidden('hidden::f', kind, name)
      if (ownKind === 'kernel') return isKernelFunction(name, module) ? name : hidden('hidden_kfn', kind, name)
      if (ownKind === 'native') {
        if (isSystemFunction(name, module)) return maskCpp(name)
        // An import may take a method for a function.
        const bare = withoutParameters(name)
        if (bare !== null && !bare.includes(' ') && keptPackages.find(bare) === true) return bare
        return name.startsWith('[') || isUnnamed(name)
          ? `${hidden('[hidden_', kind, name)}]`
          : hidden('hidden_fn', kind, name)
      }
      return `${hidden('[hidden_', kind, name)}]`
    },
  }
}

const lambda = '$$Lambda'

/** Reads a package as people write it: `com.acme`, `com.acme.`, `com.acme.*`, `com/acme`. */
function asPrefix(text: string): string[] {
  const prefix = text
    .trim()
    .replaceAll('/', '.')
    .replace(/\.?\**$/, '')
    .replace(/\.$/, '')
  return prefix === '' ? [] : [prefix]
}

/** Gives a name without parameters, and without the types in `<>`; null where brackets do not end. */
function withoutParameters(name: string): string | null {
  let bare = withoutLambdas(name)
  // From the innermost brackets outwards; `<init>` and `<clinit>` are names, not types.
  for (let round = 0; round < 10 && /<(?!(?:cl)?init>)/.test(bare); round++)
    bare = bare.replace(/<(?!(?:cl)?init>)[^<>]*>/g, '')
  return /<(?!(?:cl)?init>)/.test(bare) ? null : bare
}

/** HotSpot's parameters are its own, but templates of the C++ library carry the types that they are used with. */
function maskCpp(name: string): string {
  return withoutLambdas(name).replace(/<[^]*>/, '<>')
}

/** A lambda of C++ carries its parameters, `{lambda(acme::Order)#1}`. */
function withoutLambdas(name: string): string {
  return bareName(name).replace(/\{[^]*\}/, '{}')
}

interface JavaParts {
  readonly scope: string
  readonly type: string
  /** null for a class alone, of objects that were allocated or locked. */
  readonly member: string | null
  readonly brackets: string
}

function javaParts(name: string): JavaParts {
  const brackets = /(?:\[\])*$/.exec(name)![0]
  const segments = name
    .slice(0, name.length - brackets.length)
    .replaceAll('/', '.')
    .split('.')
  const firstType = segments.findIndex((segment) => /^[\p{Lu}$]/u.test(segment))
  // Obfuscators write classes small: then the last two are class and method.
  const typeAt = firstType < 0 ? Math.max(0, segments.length - 2) : firstType
  const isClassAlone = typeAt === segments.length - 1
  return {
    scope: segments.slice(0, typeAt).join('.'),
    type: segments.slice(typeAt, isClassAlone ? undefined : -1).join('.'),
    member: isClassAlone ? null : segments.at(-1)!,
    brackets,
  }
}
