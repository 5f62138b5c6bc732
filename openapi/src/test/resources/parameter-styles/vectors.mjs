// Writes what swagger-client makes of parameters: of each version, place, style and type a request.
//   npm install swagger-client@3.37.3 && node vectors.mjs > swagger-client-3.37.3.json
import SwaggerClient from 'swagger-client';

const values = {
  string: 'a b/c?d=1',
  number: 5,
  boolean: true,
  array: ['3', 'x y', 'p,q'],
  object: {R: 100, G: 'a b'},
};
const styles = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};
const formats = {
  path: ['csv', 'ssv', 'tsv', 'pipes'],
  query: ['csv', 'ssv', 'tsv', 'pipes', 'multi'],
  header: ['csv', 'ssv', 'tsv', 'pipes'],
};

function schema(type) {
  return type === 'array' ? {type, items: {}} : {type};
}

function parameters() {
  const all = [];
  for (const version of ['3.0.3', '3.1.0']) {
    for (const [place, names] of Object.entries(styles)) {
      for (const type of Object.keys(values)) {
        const base = {name: 'v', in: place, required: true};
        for (const style of names) {
          if (style === 'deepObject' && type !== 'object') continue;
          if (style.endsWith('Delimited') && type !== 'array') continue;
          for (const explode of [false, true]) {
            const parameter = {...base, style, explode, schema: schema(type)};
            all.push([version, type, parameter]);
            if (place === 'query') {
              all.push([version, type, {...parameter, allowReserved: true}]);
            }
          }
        }
        all.push([version, type, {...base, schema: schema(type)}]);
        const content = {'application/json': {schema: schema(type)}};
        all.push([version, type, {...base, content}]);
      }
    }
  }
  for (const [place, names] of Object.entries(formats)) {
    for (const type of ['string', 'number', 'boolean']) {
      all.push(['2.0', type, {name: 'v', in: place, required: true, type}]);
    }
    for (const collectionFormat of [undefined, ...names]) {
      const parameter = {name: 'v', in: place, required: true, type: 'array', items: {type: 'string'}};
      if (collectionFormat) parameter.collectionFormat = collectionFormat;
      all.push(['2.0', 'array', parameter]);
    }
  }
  return all;
}

function request(version, parameter, value) {
  const path = parameter.in === 'path' ? '/p/{v}' : '/p';
  const spec = {
    ...(version === '2.0'
      ? {swagger: version, host: 'h', schemes: ['http']}
      : {openapi: version, servers: [{url: 'http://h'}]}),
    info: {title: 'T', version: '1'},
    paths: {[path]: {get: {operationId: 'op', parameters: [parameter], responses: {}}}},
  };
  const made = SwaggerClient.buildRequest({
    spec, operationId: 'op', parameters: {[`${parameter.in}.v`]: value},
  });
  return {
    target: made.url.replace(/^http:\/\/h/, ''),
    header: made.headers.v ?? null,
    cookie: made.headers.Cookie ?? null,
  };
}

const lines = parameters().map(([version, type, parameter]) => {
  const value = values[type];
  return JSON.stringify({version, parameter, value, ...request(version, parameter, value)});
});
console.log(`[\n${lines.join(',\n')}\n]`);
