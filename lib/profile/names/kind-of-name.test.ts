import { expect, it } from 'vitest'
import { guessFrameKind } from './kind-of-name.ts'

it.each([
  ['com/acme/shop/Cart.total', 'java'],
  ['com.acme.shop.Cart.total', 'java'],
  ['net/sf/ehcache/Cache.get', 'java'],
  ['io/netty/channel/nio/NioEventLoop.run', 'java'],
  ['org/a/b.c', 'java'],
  ['Lio/netty/channel/Channel;.read', 'java'],
  ['com.acme.Cart$$Lambda/0x00007f1c3c0a2000.run', 'java'],
  ['shop.PriceRules.find', 'java'],
  ['github.com/acme/shop.Scan', 'native'],
  ['github.com/acme/shop.Cart.Total', 'native'],
  ['github.com/acme/shop.(*Cart).Total', 'native'],
  ['golang.org/x/net/http2.(*Framer).ReadFrame', 'native'],
  ['gopkg.in/yaml.v3.Unmarshal', 'native'],
  ['net/http.(*conn).serve', 'native'],
  ['net/http.HandlerFunc.ServeHTTP', 'native'],
  ['net/http/httptest.NewServer', 'native'],
  ['net/http.newConn', 'native'],
  ['io/fs.WalkDir', 'native'],
  ['net/http.(*Server).Serve.func1', 'native'],
  ['encoding/json.Marshal', 'native'],
  ['runtime.mallocgc', 'native'],
  ['main.main', 'native'],
  ['std::vector<int>::push_back', 'vm'],
  ['[unknown]', 'unknown'],
])('%s is %s', (name, kind) => expect(guessFrameKind(name)).toBe(kind))
