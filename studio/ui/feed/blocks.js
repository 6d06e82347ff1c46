// Cuts Markdown into blocks that are set in type one by one, so that a long text that grows is never
// read twice. What would cost more to read than it is worth (deep nesting, endless lines) stays plain.

const SIZE = 4000;
const LARGE = 20_000;
const MOST = 200_000;

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const ITEM = /^(?:[-*+]|\d+[.)])\s/;
const BELONGS = /^(?:\s|[-*+>|]|\d+[.)]|<\/)/;
const DEFINITION = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]*\S.*$/gm;
const NESTED = /^[ \t]{0,3}(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+){30}|^[ \t]{100,}[-*+>\d]/m;

const isFenced = (text) => /^\s*(?:```|~~~)/.test(text);
const isPlain = (text) => (text.length > LARGE && !isFenced(text)) || NESTED.test(text) || text.split("[").length > 1000;

// Where a block may end: outside of fences, at an empty line that nothing carries on over.
function* cuts(text) {
  let fence = "", begin = 0, empty = false;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at) + 1 || text.length;
    const line = text.slice(at, Math.min(end, at + 200)).trimEnd();
    const mark = FENCE.exec(line);
    if (fence) {
      if (mark && !mark[2].trim() && mark[1].startsWith(fence)) {
        fence = "";
        if (end - begin > SIZE) yield (begin = end);
      }
    } else if (mark && (mark[1][0] === "~" || !mark[2].includes("`"))) {
      if (at > begin && line[0] !== " ") yield (begin = at);
      fence = mark[1];
    } else if (empty && line && at - begin > SIZE && !BELONGS.test(line)) yield (begin = at);
    else if (at - begin > 2 * SIZE && ITEM.test(line)) yield (begin = at);
    empty = !line;
    at = end;
  }
}

/** The blocks of a text, `plain` ones not to be read as Markdown; only the first `count` if given. */
export function blocksOf(text, count = Infinity) {
  if (text.length <= SIZE) return [{ text, plain: isPlain(text) }];
  const links = text.length < MOST ? text.match(DEFINITION)?.slice(0, 100).join("\n") ?? "" : "";
  const blocks = [];
  let from = 0;
  const add = (to, plain = false) => {
    const part = text.slice(from, to);
    blocks.push({ text: links ? part + "\n\n" + links : part, plain: plain || isPlain(part) });
    from = to;
  };
  for (const at of cuts(text)) {
    if (blocks.length === count) return blocks;
    if (at > MOST) break;
    add(at);
  }
  if (from < text.length && blocks.length < count) add(text.length, text.length - from > MOST && !isFenced(text.slice(from, from + 100)));
  return blocks;
}
