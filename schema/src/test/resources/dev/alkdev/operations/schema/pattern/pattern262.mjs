// Writes pattern262.json: what a JavaScript engine says about patterns and texts.
// Run: node pattern262.mjs > pattern262.json
// A case is [pattern, text, found]; found is null where the pattern is refused.

const table = [
  ['^[a-z0-9-]+$', 'abc-1', 'Abc', '', 'abc\n', 'ä'],
  ['^abc$', 'abc', 'abc\n', '\nabc', 'xabc'],
  ['abc|^$', '', 'zabcz', 'ab'],
  ['a.c', 'abc', 'a\nc', 'a\rc', 'a\u2028c', 'a\u2029c', 'a\u0085c', 'a\u{1f600}c'],
  ['^.$', '\u{1f600}', '\ud83d', 'ab', '\u0085'],
  ['^..$', '\u{1f600}', '\ud83da', '\ud83d\ud83d\ude00'],
  ['^\\s$', ' ', '\t', '\v', '\f', '\u00a0', '\ufeff', '\u2028', '\u2029', '\u1680', '\u180e', '\u200b', '\u3000', '\u0085', 'x'],
  ['^\\S$', ' ', '\u00a0', '\ufeff', 'x', '\u0085', '\u180e'],
  ['^\\d$', '0', '9', '\u0660', '\u07c0', 'a'],
  ['^\\D$', '0', '\u0660', 'a'],
  ['^\\w$', 'a', '_', '0', 'é', 'ß', '-', '\u212a', '\u017f'],
  ['^\\W$', 'a', '_', 'é', '-', '\u{1f600}'],
  ['\\bfoo\\b', 'foo', 'a foo b', 'afoo', 'éfoo', 'foo_', 'foo-bar'],
  ['\\Bfoo', 'foo', 'afoo', 'éfoo', ' foo'],
  ['^\\b', 'a', '', ' a'], ['\\b$', 'a', '', 'a '], ['\\B', '', 'a', 'ab'], ['^\\B$', '', 'a'],
  ['^\\cA$', '\u0001', 'A'], ['^\\cj$', '\n', 'j'], ['^\\cZ$', '\u001a'],
  ['^\\v$', '\v', '\n', 'v'], ['^\\f\\r\\n\\t$', '\f\r\n\t'], ['^\\0$', '\0', '0'],
  ['^[\\0]$', '\0', '0'], ['^\\x41$', 'A', 'x41'], ['^\\u0041$', 'A'], ['^\\u{41}$', 'A'], ['^\\u{1F600}$', '\u{1f600}'],
  ['^\\u{000041}$', 'A'], ['^\\ud83d\\ude00$', '\u{1f600}'], ['^\\ud83d$', '\ud83d', '\u{1f600}'], ['\\ud83d', '\u{1f600}', '\ud83dx'],
  ['\\ude00', '\u{1f600}', '\ude00'], ['^\\u{d83d}\\u{de00}$', '\u{1f600}'], ['^[\\ud83d\\ude00]$', '\u{1f600}', '\ud83d'],
  ['^[\\ud83d\\ude00-\\ud83d\\ude05]$', '\u{1f603}', '\u{1f606}'], ['^[😀-😅]+$', '😀😃', '😆'], ['^🐲*$', '', '🐲', '🐲🐲', '🐉', '\ud83d'],
  ['^\\p{L}+$', 'aé漢', 'a1'], ['^\\p{Lu}$', 'A', 'a', 'É'], ['^\\P{Lu}$', 'A', 'a'], ['^\\p{Letter}+$', 'LéΩ', '1'],
  ['^\\p{digit}+$', '42', '-%#', '৪২'], ['^\\p{punct}$', '!', 'a', '$'], ['^\\p{Nd}$', '٣', '½'], ['^\\p{No}$', '½', '1'],
  ['^\\p{gc=Lu}$', 'A', 'a'], ['^\\p{General_Category=Decimal_Number}$', '1', 'x'], ['^\\p{LC}$', 'a', 'ǅ', 'ª', '漢'],
  ['^\\p{Script=Greek}+$', 'αβγ', 'abc'], ['^\\p{sc=Grek}$', 'α', 'a'], ['^\\p{scx=Cyrl}$', 'ж', 'z'], ['^\\p{Script_Extensions=Latin}$', 'a', 'α'],
  ['^\\p{sc=Han}$', '漢', 'あ'], ['^\\p{Script=Old_Italic}$', '\u{10300}', 'a'],
  ['^\\p{Alphabetic}$', 'a', '1', 'ª'], ['^\\p{ASCII}+$', 'a~', 'é'], ['^\\p{Any}$', '\u{10ffff}', ''], ['^\\p{Assigned}$', 'a', '\u0378'],
  ['^\\p{Lowercase}$', 'a', 'A', 'ª'], ['^\\p{Uppercase}$', 'A', 'Ⓐ', 'a'], ['^\\p{White_Space}$', ' ', '\u0085', '\ufeff', 'a'],
  ['^\\p{Emoji}$', '😀', '1', 'a'], ['^\\p{Emoji_Presentation}$', '😀', '1'], ['^\\p{Extended_Pictographic}$', '©', 'a'],
  ['^\\p{ID_Start}$', 'a', '1', '_'], ['^\\p{ID_Continue}$', 'a', '1', '_', '-', '\u0000'], ['^\\p{Ideographic}$', '漢', 'a'],
  ['^\\p{Hex_Digit}$', 'f', 'ｆ', 'g'], ['^\\p{AHex}$', 'F', 'ｆ'], ['^\\p{Noncharacter_Code_Point}$', '\uffff', '\ufdd0', 'a'],
  ['^\\p{RI}+$', '🇩🇪', 'D'], ['^\\p{Join_C}$', '\u200d', 'a'], ['^\\p{Cn}$', '\u0378', 'a'], ['^\\p{C}$', '\u0000', '\ud800', '\ue000', 'a'],
  ['^\\p{Sc}$', '€', '$', '+'], ['^\\p{Sm}$', '+', '€'], ['^\\p{Pi}$', '«', '»'], ['^\\p{Pf}$', '»', '«'], ['^\\p{Zs}$', ' ', '\u2028'], ['^\\p{M}$', '\u0301', 'a'],
  ['^[\\p{L}\\d_-]+$', 'é1_-', 'é!'], ['^[^\\p{L}]$', '1', 'a'], ['^[\\P{L}]$', '1', 'a'], ['^[^\\W\\d]$', 'a', '1', '-'],
  ['[]', '', 'a'], ['[^]', '', 'a', '\n'], ['^[^]+$', 'a\nb', ''], ['^[[]$', '[', ']'], ['^[a&&b]+$', 'a&b', 'c'], ['^[a[b]+$', 'a[b', 'a]'],
  ['^[\\b]$', '\b', 'b'], ['^[\\-]$', '-', '\\'], ['^[a\\-z]+$', 'a-z', 'b'], ['^[-a]$', '-', 'a'], ['^[a-]$', '-', 'a'], ['^[\\]\\[]+$', '][', 'a'],
  ['^[--/]+$', '-./', ','], ['^[+--]+$', '+,-', '.'], ['^[^a-c]$', 'd', 'b', '\n'], ['^[\\^]$', '^', '\\'], ['^[a^]$', '^', 'a'], ['^[.*+?|(){}$]+$', '.*+?|(){}$', 'a'],
  ['^[\\s\\S]*$', 'a\nb', ''], ['^[\\d-]+$', '1-2', 'a'], ['^[~`!@#$%^&*()_+={}|:;"\'<>,.?/]+$', '~!', 'a'],
  ['(?<year>\\d{4})-(?<month>\\d\\d)', '2024-05', '24-05'], ['(?<a_b$>x)\\k<a_b$>', 'xx', 'x'], ['(?<π>x)\\k<π>', 'xx'], ['(?<\\u0061>x)\\k<a>', 'xx'],
  ['\\k<a>(?<a>x)', 'x', 'y'], ['(a)\\1', 'aa', 'ab'], ['(a)?\\1b', 'b', 'ab', 'aab'], ['^(?:(a)|b)*\\1$', 'ab', 'aba', 'aa', 'abb'],
  ['\\1(a)', 'a', 'b'], ['^(a*)*\\1$', 'aa', 'b'], ['(?=(a+))a*b\\1', 'baaabac', 'aab'], ['(?!(a))\\1b', 'b', 'ab'], ['(z)((a+)?(b+)?(c))*\\3$', 'zaacbbbcac', 'zaac'],
  ['(?<=(\\d+)(\\d+))\\1$', '1053', '1'], ['(?<=\\1(a))b', 'aab', 'ab'], ['^(.)(.)\\2\\1$', 'abba', 'abab', '😀a a😀'.replace(' ', '')],
  ['^(\\w+) \\1$', 'foo foo', 'foo bar'], ['(["\']).*?\\1', '"a"', '"a\''], ['^(?:(\\w)\\1)+$', 'aabb', 'aab'], ['(a{2})\\1', 'aaaa', 'aaa'], ['^(a+?)\\1+$', 'aaaa', 'a'],
  ['^(a|ab)(c|bcd)(d*)\\3$', 'abcd', 'abcdd', 'abcddd'], ['((a)|b)+\\2$', 'ba', 'baa', 'ab'],
  ['(?<=a)b', 'ab', 'b'], ['(?<!a)b', 'ab', 'b', 'cb'], ['(?<=a+)b', 'aaab', 'b'], ['(?<=^|,)x', 'x', 'a,x', 'ax'], ['(?<=\\bfoo)bar', 'foobar', 'xfoobar'],
  ['a(?=b)', 'ab', 'ac', 'a'], ['a(?!b)', 'ab', 'ac', 'a'], ['^(?!.*\\.\\.)[a-z.]+$', 'a.b', 'a..b'], ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 'Passw0rdX', 'password', 'Pw0'],
  ['^(?!foo$|bar$).*$', 'foo', 'foobar', ''], ['(?=a(?!b))a', 'ab', 'ac'], ['(?<=a(?=bc))b', 'abc', 'abd'], ['^(?:(?!ab).)*$', 'acb', 'xab'], ['(?=(?<=a)b)', 'ab', 'cb'],
  ['b(?=\\W😀)', 'b 😀😀', 'b😀😀'], ['(?<=(?<=\\w.))b', 'ba😀b ', '😀b'], ['(?<!😀[^a](\\W))b', 'a😀 😀😀 ba'], ['(?!(?:(?!a)|a))', '😀a', 'a'],
  ['(?<=😀)a', '😀a', '\ude00a'], ['(?=$)', ''], ['^(?=😀$).', '😀', '😀a'],
  ['^a{2}$', 'aa', 'a', 'aaa'], ['^a{2,}$', 'aaa', 'a'], ['^a{2,3}$', 'aa', 'aaaa'], ['^a{0}$', '', 'a'], ['^a{0,0}b$', 'b', 'ab'], ['a{3}?', 'aaa', 'aa'], ['^a{1,2}?$', 'aa'],
  ['^(?:ab){2,3}$', 'abab', 'ab', 'abababab'], ['^a*?$', 'aaa', 'b'], ['^a+?b$', 'aab', 'b'], ['^a??b$', 'ab', 'b', 'aab'], ['^(?:a?){3}a{3}$', 'aaa', 'aaaaaa', 'aa'],
  ['^(?:a|b|)+$', 'ab', '', 'c'], ['^(?:)*$', '', 'a'], ['^(?:a*)*$', 'aa', 'b'], ['^(?:a*)+$', '', 'aaa'], ['^(?:a*){2,}$', '', 'b'], ['|a', ''], ['a||b', 'z'], ['^(|a)$', 'a', 'b'],
  ['^a|b$', 'ac', 'cb', 'cbc'], ['(^a)|(^b)', 'b', 'cb'], ['^^a$$', 'a'], ['a^b', 'ab', 'a\nb'], ['a$b', 'ab'], ['$', 'a'], ['^', 'a'], ['$^', '', 'a'],
  ['^\\/\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\^\\$\\\\$', '/.*+?()[]{}|^$\\', ''], ['^\\{[a-z]+\\}$', '{ab}', 'ab'], ['^(\\([0-9]{3}\\))?[0-9]{3}-[0-9]{4}$', '555-1212', '(888)555-1212', '(888)555-1212x'],
  ['^\\d{4}-\\d{2}-\\d{2}$', '2024-01-02', '2024-1-2'], ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', 'a@b.c', 'a@b'], ['^#(?:[0-9a-fA-F]{3}){1,2}$', '#abc', '#abcd'],
  ['^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[\\w.-]+)?$', '1.2.3-rc.1', '01.2.3'], ['^(([a-z])+.)+[A-Z]([a-z])+$', 'abAb', 'ab'],
  ['^(\\w+\\s?)*$', 'the quick brown', 'a  b'], ['(a+)+$', 'aaab', 'aaa'], ['(a|aa)+$', 'b', 'baa'], ['(x+x+)+y', 'xxy', 'xy'], ['a*a*a*b', 'aab', 'aa'],
  // Refused.
  ['^\\Q', ''], ['\\A', ''], ['\\Z', ''], ['\\z', ''], ['\\G', ''], ['\\h', ''], ['\\R', ''], ['\\X', ''], ['\\K', ''], ['\\a', ''], ['\\e', ''], ['\\E', ''], ['\\8', ''], ['\\1', ''], ['(a)\\2', ''],
  ['\\01', ''], ['\\c', ''], ['\\c1', ''], ['\\x4', ''], ['\\u12', ''], ['\\u{110000}', ''], ['\\u{}', ''], ['\\u{12', ''], ['\\', ''], ['\\k<b>(?<a>x)', ''], ['\\k', ''], ['\\ka', ''],
  ['(', ''], [')', ''], ['(?', ''], ['[', ''], ['[a', ''], ['a)', ''], ['(?<a', ''], ['(?<>a)', ''], ['(?<1>a)', ''], ['(?<a>x)(?<a>y)', ''], ['(?i)a', ''], ['(?P<a>b)', ''], ['(?>a)', ''], ['(?#c)', ''],
  ['*', ''], ['a**', ''], ['a++', ''], ['a?+', ''], ['a{2}+', ''], ['a{2}{3}', ''], ['{1}', ''], ['^*', ''], ['$+', ''], ['\\b+', ''], ['(?=a)*', ''], ['(?<=a)+', ''], ['a{3,2}', ''], ['|*', ''], ['(*)', ''],
  ['[b-a]', ''], ['[\\k]', ''], ['[\\B]', ''], ['[\\1]', ''], ['\\p', ''], ['\\p{', ''], ['\\p{}', ''], ['\\p{Foo}', ''], ['\\pL', ''], ['\\p{lu}', ''], ['\\p{Script=greek}', ''], ['\\p{Script}', ''], ['\\p{Script=}', ''],
  ['\\p{IsGreek}', ''], ['\\p{InGreek}', ''], ['\\p{javaLowerCase}', ''], ['\\p{Alpha=Y}', ''], ['\\p{^Lu}', ''], ['\\é', ''],
];

// Taken although the u flag refuses them: their meaning without the flag.
const lenient = [
  ['^[\\w-.]+$', 'a-b.c', 'a!'], ['^[\\d-x]+$', '1-x', 'a'], ['^[a-\\d]+$', 'a-1', 'b'], ['^a\\-b$', 'a-b'], ['^\\_\\@\\#\\%\\&\\,\\:\\;\\=\\~\\!\\"\\\'\\<\\>\\ \\`$', '_@#%&,:;=~!"\'<> `', 'x'],
  ['^[\\@\\_]$', '@', 'a'], ['^a{$', 'a{', 'a'], ['^a{,5}$', 'a{,5}', 'aa'], ['^{a}$', '{a}', 'a'], ['^a}$', 'a}'], ['^]$', ']'], ['^{$', '{'], ['^a{1$', 'a{1'], ['^a{1,$', 'a{1,'], ['^{foo}{2}$', '{foo}}'],
];

let seed = 262;
function random(n) {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const pick = list => list[random(list.length)];

function expression(depth, state) {
  const kind = depth <= 0 ? random(4) : random(13);
  switch (kind) {
    case 0: case 1: return pick(['a', 'b', 'c', '😀']);
    case 2: return pick(['[ab]', '[^a]', '\\w', '.', '[^b-c😀]', '\\W']);
    case 3: return pick(['a', 'b', '^', '$', '\\b', '\\B']);
    case 4: case 5: case 6: return expression(depth - 1, state) + expression(depth - 1, state);
    case 7: return `(?:${expression(depth - 1, state)}|${expression(depth - 1, state)})`;
    case 8: case 9: return `(?:${expression(depth - 1, state)})${pick(['*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{2,}', '{0,2}?'])}`;
    case 10: return `(?${pick(['=', '!', '<=', '<!'])}${expression(depth - 1, state)})`;
    case 11: state.groups++; return `(${expression(depth - 1, state)})`;
    default: state.references = true; return state.groups ? `\\${1 + random(state.groups)}` : 'a';
  }
}

function text() {
  let result = '';
  for (let i = random(9); i > 0; i--) result += pick(['a', 'b', 'c', 'a', 'b', '😀', ' ']);
  return result;
}

const cases = [];
const add = (pattern, flags, texts) => {
  let regex = null;
  try { regex = new RegExp(pattern, flags); } catch { /* refused */ }
  for (const t of texts) {
    const match = regex && regex.exec(t);
    // V8 looks for \B inside surrogate pairs as well, which the specification does not.
    const insidePair = match && match.index > 0 && flags === 'u' && t.codePointAt(match.index - 1) > 0xffff;
    if (!insidePair) cases.push([pattern, t, regex && match !== null]);
  }
};
for (const [pattern, ...texts] of table) add(pattern, 'u', texts);
for (const [pattern, ...texts] of lenient) add(pattern, '', texts);
for (let i = 0; i < Number(process.argv[2] ?? 300); i++) {
  const pattern = expression(4, { groups: 0 });
  add(pattern, 'u', [text(), text(), text()]);
}
const ascii = value => JSON.stringify(value).replace(/[\u007f-\uffff]/g, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
console.log('[\n' + cases.map(ascii).join(',\n') + '\n]');
