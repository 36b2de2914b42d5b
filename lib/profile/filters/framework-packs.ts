import { createPackageIndex } from './package-index.ts'

/** A framework whose frames people rarely want one by one. */
export interface FrameworkPack {
  /** Stands in links: never change one. */
  readonly id: string
  /** Stands in the box. */
  readonly title: string
  /** Packages, with all below them. */
  readonly packages: readonly string[]
  /** Frames that no package shows: generated classes, JVM functions. */
  readonly patterns?: readonly RegExp[]
}

export const frameworkPacks: readonly FrameworkPack[] = [
  {
    id: 'reflection',
    title: 'reflection and proxies',
    packages: [
      'java.lang.reflect',
      'jdk.internal.reflect',
      'sun.reflect',
      'java.lang.invoke',
      'jdk.proxy',
      'com.sun.proxy',
      'net.bytebuddy',
      'net.sf.cglib',
      'org.springframework.cglib',
      'javassist',
    ],
    patterns: [
      /(?:^|[.$])\$Proxy\d*\./,
      /\$\$(?:Enhancer|FastClass|KeyFactory)By\w*/,
      /\$\$(?:FastClass|SpringCGLIB)\b/,
      /\$(?:ByteBuddy|MockitoMock|HibernateProxy|HibernateInstantiator|HibernateAccessOptimizer)\b/,
      /_\$\$_jvst/,
      /\.CGLIB\$/,
      /^(?:Reflection::invoke|JVM_InvokeMethod$|JVM_NewInstanceFromConstructor$)/,
      /^Java_(?:jdk_internal|sun)_reflect_/,
    ],
  },
  {
    id: 'tomcat',
    title: 'Tomcat',
    packages: ['org.apache.catalina', 'org.apache.coyote', 'org.apache.tomcat', 'org.apache.jasper'],
  },
  { id: 'jetty', title: 'Jetty', packages: ['org.eclipse.jetty'] },
  { id: 'undertow', title: 'Undertow', packages: ['io.undertow', 'org.xnio'] },
  { id: 'servlet', title: 'Servlet API', packages: ['javax.servlet', 'jakarta.servlet'] },
  {
    id: 'spring',
    title: 'Spring',
    packages: ['org.springframework', 'org.aopalliance', 'org.aspectj'],
  },
  { id: 'grpc', title: 'gRPC', packages: ['io.grpc', 'com.google.protobuf', 'io.perfmark'] },
  {
    id: 'netty',
    title: 'Netty',
    packages: ['io.netty', 'org.jboss.netty'],
    patterns: [/^(?:Java_io_netty_|netty_)/],
  },
  {
    id: 'reactor',
    title: 'Reactor',
    packages: ['reactor', 'io.reactivex', 'rx', 'org.reactivestreams', 'io.smallrye.mutiny'],
  },
  { id: 'hibernate', title: 'Hibernate', packages: ['org.hibernate', 'javax.persistence', 'jakarta.persistence'] },
  { id: 'jackson', title: 'Jackson', packages: ['com.fasterxml.jackson', 'tools.jackson'] },
  {
    id: 'streams',
    title: 'JDK streams',
    packages: ['java.util.stream'],
    patterns: [
      /^java\.util\.(?:Spliterator|ArrayList\$ArrayListSpliterator|Arrays\$ArraySpliterator)/,
      /^java\.util\.\w+\$\w*Spliterator\./,
    ],
  },
  {
    id: 'coroutines',
    title: 'Kotlin coroutines',
    packages: ['kotlinx.coroutines', 'kotlin.coroutines'],
  },
  {
    id: 'junit',
    title: 'JUnit',
    packages: [
      'org.junit',
      'junit.framework',
      'junit.runner',
      'junit.textui',
      'org.testng',
      'org.apache.maven.surefire',
      'org.opentest4j',
      'worker.org.gradle',
      'org.gradle.api.internal.tasks.testing',
    ],
  },
]

const packages = createPackageIndex(
  frameworkPacks.flatMap(({ id, packages }) => packages.map((name) => [name, id] as const)),
)
const patterns = frameworkPacks.flatMap(({ id, patterns = [] }) => patterns.map((pattern) => ({ id, pattern })))

/**
 * The pack of a canonical name by its id, null for the program's own and everything else. A pattern goes before a
 * package.
 */
export function packOf(name: string): string | null {
  // Generated classes and native functions have one of these; most names have none, and 200,000 are asked for at a
  // time.
  const byPattern = /[$:_]|Spliterator/.test(name) ? patterns.find(({ pattern }) => pattern.test(name)) : undefined
  return byPattern?.id ?? packages.find(name)
}

/** null for an id that is none, as in a link made by a later Hearth. */
export function packById(id: string): FrameworkPack | null {
  return frameworkPacks.find((pack) => pack.id === id) ?? null
}

/** The packs that have a name among these, in the order of frameworkPacks. */
export function packsIn(names: Iterable<string>): FrameworkPack[] {
  const found = new Set<string | null>()
  for (const name of names) found.add(packOf(name))
  return frameworkPacks.filter(({ id }) => found.has(id))
}
