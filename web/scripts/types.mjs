// Writes the desk's questions and answers as TypeScript, from its schema.
//
//     node scripts/types.mjs            writes src/engine/desk.ts
//     node scripts/types.mjs --check    fails if that is not what stands there
//
// The schema uses little of JSON Schema: objects, lists, texts, numbers, choices of constants,
// references. Anything else is an error here, so that it is noticed.

import { readFileSync, writeFileSync } from 'node:fs';

const here = new URL('.', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('../../crates/desk/schema.json', here), 'utf8'));
const target = new URL('../src/engine/desk.ts', here);

/** A type of the schema as TypeScript. */
function type(of) {
  if (of === true) return 'unknown';
  if (of.$ref) return of.$ref.replace('#/$defs/', '');
  const choices = of.anyOf ?? of.oneOf;
  if (choices) return [...new Set(choices.map(type))].join(' | ');
  if ('const' in of) return JSON.stringify(of.const);
  if (of.enum) return of.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(of.type)) {
    return of.type.map((one) => type({ ...of, type: one })).join(' | ');
  }
  switch (of.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array': {
      if (of.prefixItems) return `[${of.prefixItems.map(type).join(', ')}]`;
      const item = type(of.items ?? true);
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      if (!of.properties && of.additionalProperties) {
        return `Record<string, ${type(of.additionalProperties)}>`;
      }
      return fields(of);
    case undefined:
      return 'unknown';
  }
  throw new Error(`not understood: ${JSON.stringify(of)}`);
}

/** The fields of an object. What may be absent may be null in a question, and never is in an answer. */
function fields(of, indent = '  ') {
  const names = Object.entries(of.properties ?? {});
  if (names.length === 0) return 'Record<string, never>';
  const lines = names.map(([name, field]) => {
    const required = (of.required ?? []).includes(name);
    let written = type(field);
    if (!required) written = written.replace(/ \| null$/, '');
    const about = field.description ? `${indent}/** ${field.description.replaceAll('\n', ' ')} */\n` : '';
    return `${about}${indent}${name}${required ? '' : '?'}: ${written};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

let text = '// Written by scripts/types.mjs from the schema of the desk; do not edit.\n';
for (const [name, of] of Object.entries(schema.$defs)) {
  const about = of.description ? `/** ${of.description.replaceAll('\n', ' ')} */\n` : '';
  const plain = of.type === 'object' && of.properties;
  text += plain
    ? `\n${about}export interface ${name} ${fields(of)}\n`
    : `\n${about}export type ${name} = ${type(of)};\n`;
}
for (const [name, about, side] of [
  ['Questions', 'What each question asks.', schema.questions],
  ['Answers', 'What each question is answered.', schema.answers],
]) {
  const lines = Object.entries(side).map(([ask, of]) => `  ${JSON.stringify(ask)}: ${type(of)};`);
  text += `\n/** ${about} */\nexport interface ${name} {\n${lines.join('\n')}\n}\n`;
}

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('src/engine/desk.ts is not what the schema says: run `npm run types`');
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
