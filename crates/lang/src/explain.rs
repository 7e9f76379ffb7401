//! The codes of all diagnostics, and a page about each: `grundy explain E020`.

use std::fmt;

use grundy::text::Text;

/// A stable code such as `E020`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "E{:03}", self.0)
    }
}

/// The page about a code.
#[derive(Clone, Debug)]
pub struct Page {
    /// The code.
    pub code: Code,
    /// What it means in a few words.
    pub title: Text,
    /// What it means, and how to mend it.
    pub text: Text,
    /// A text that has this fault, where one can be shown in a few lines.
    pub wrong: &'static str,
    /// The same without it.
    pub right: &'static str,
}

macro_rules! codes {
    ($($name:ident = $number:literal: $en:literal / $zh:literal, $more_en:literal / $more_zh:literal, $wrong:literal => $right:literal;)*) => {
        $(
            #[doc = $en]
            pub const $name: Code = Code($number);
        )*

        /// Every page, in order.
        pub const PAGES: &[Page] = &[$(Page {
            code: Code($number),
            title: Text::fixed($en, $zh),
            text: Text::fixed($more_en, $more_zh),
            wrong: $wrong,
            right: $right,
        }),*];
    };
}

codes! {
    UNKNOWN_SIGN = 1: "a sign that means nothing" / "无意义的符号",
        "The rule language has no such sign. The nim sum is the word `xor`, a power is `**`, a remainder is `%`." /
        "规则语言没有这个符号。异或写作 `xor`，幂写作 `**`，余数写作 `%`。",
        "state n\nmove m -> [n ^ 1]" => "state n\nmove m -> [n xor 1]";
    NUMBER_TOO_LARGE = 2: "a number beyond 64 bits" / "超出 64 位的数",
        "Numbers in rules are from -2^63 to 2^63 - 1." / "规则中的数介于 -2^63 与 2^63 - 1 之间。",
        "state n\nmove m -> [n - 99999999999999999999]" => "state n\nmove m -> [n - 9]";
    UNEXPECTED = 10: "something else was expected here" / "此处应为其他内容",
        "The text stops making sense at the caret; the message says what could have stood there. A statement is one line; it goes on in the next line while a bracket is open or after `->`, a comma or an operator." /
        "文本在插入符处无法理解；消息指出此处可以是什么。每条语句占一行；括号未闭合时，或行末为 `->`、逗号、运算符时，可续至下一行。",
        "state n\nmove take(k 1..3) -> [n-k]" => "state n\nmove take(k in 1..3) -> [n-k]";
    UNKNOWN_STATEMENT = 11: "a line that begins with no known word" / "行首不是已知语句",
        "A line begins with one of: game, state, coins, heaps, subtract, octal, start, move, play, sum, long, short, win, lose, measure, expect." /
        "每行以下列词之一开头：game、state、coins、heaps、subtract、octal、start、move、play、sum、long、short、win、lose、measure、expect。",
        "state n\nmoves take(k in 1..3) -> [n-k]" => "state n\nmove take(k in 1..3) -> [n-k]";
    TOO_DEEP = 12: "an expression nested too deeply" / "表达式嵌套过深",
        "Expressions may be nested 100 deep and have chains of 200 operators. Split it with `let`." /
        "表达式最多嵌套 100 层、连续 200 个运算。请用 `let` 拆开。",
        "" => "";
    NO_TARGET = 13: "a move that leads nowhere" / "着法没有目标",
        "A move ends with `-> [ … ]`, the position it leads to, a sum such as `-> [a] + [b]`, or `-> []` for nothing. In games of coins it ends with `turns` and the places of the coins." /
        "着法以 `-> [ … ]` 结束，即所到局面；和写作 `-> [a] + [b]`；空和写作 `-> []`。硬币游戏以 `turns` 与各硬币位置结束。",
        "state n\nmove take(k in 1..3)" => "state n\nmove take(k in 1..3) -> [n-k]";
    UNKNOWN_NAME = 20: "an unknown name" / "未知的名称",
        "A name is a coordinate of the state, a parameter of the game, a number chosen by the move (in its parentheses, before it is used) or introduced by `let`." /
        "名称须为状态坐标、游戏参数、着法括号中（使用之前）选取的数，或由 `let` 引入。",
        "state n\nmove take(k in 1..m) -> [n-k]" => "state n\nmove take(k in 1..n) -> [n-k]";
    NAMED_TWICE = 21: "a name used twice" / "名称重复",
        "Each name means one thing in a game; games in one file have different names." /
        "一个游戏中每个名称只有一个含义；同一文件中的游戏名称各不相同。",
        "state n\nmove take(n in 1..3) -> [n]" => "state n\nmove take(k in 1..3) -> [n-k]";
    UNKNOWN_FUNCTION = 22: "an unknown function" / "未知的函数",
        "There are: min, max, abs, gcd, popcount, ctz, lowbit, isqrt, divides, bit, sum, any, all, count." /
        "可用函数：min、max、abs、gcd、popcount、ctz、lowbit、isqrt、divides、bit、sum、any、all、count。",
        "state n\nmove m -> [sqrt(n)]" => "state n\nmove m -> [isqrt(n) - 1]";
    WRONG_COUNT = 23: "the wrong number of arguments" / "参数个数不符",
        "The message says how many the function takes." / "消息指出该函数应有几个参数。",
        "state n\nmove m -> [gcd(n)]" => "state n\nmove m -> [gcd(n, 12) - 1]";
    UNKNOWN_GAME = 24: "an unknown game" / "未知的游戏",
        "`name[ … ]` is a position of another game of the same file, or of nim, lasker, kayles, dawson and wythoff, which are always there." /
        "`名称[ … ]` 是同一文件中另一游戏的局面，或始终可用的 nim、lasker、kayles、dawson、wythoff 的局面。",
        "state n\nmove m -> nym[n-1]" => "state n\nmove m if n > 0 -> nim[n-1]";
    WRONG_ARITY = 25: "a position with the wrong number of coordinates" / "局面坐标个数不符",
        "A position has as many coordinates as the state of its game, in the same order; an array counts as one." /
        "局面的坐标与其游戏状态的个数和顺序相同；数组算一个。",
        "state n, q\nmove m -> [n-1]" => "state n, q\nmove m -> [n-1, q]";
    NOT_A_NUMBER = 30: "a number was expected" / "应为数",
        "Conditions are no numbers. `c ? a : b` makes a number of a condition." /
        "条件不是数。`c ? a : b` 可由条件得到数。",
        "state n\nmove m -> [n > 1]" => "state n\nmove m -> [n > 1 ? 1 : 0]";
    NOT_A_CONDITION = 31: "a condition was expected" / "应为条件",
        "After `if`, `when`, `and`, `or`, `not` stands a comparison or another condition; a number is none." /
        "`if`、`when`、`and`、`or`、`not` 之后应为比较或其他条件，不能是数。",
        "state n\nmove m if n -> [n-1]" => "state n\nmove m if n > 0 -> [n-1]";
    ARRAY_MISUSED = 32: "an array where a number belongs, or the reverse" / "数组与数混用",
        "An element is `h[i]`, counted from 0; `h` and `h[i := x]` are whole arrays and stand only in targets, `sum(h)`, `min(h)` and `max(h)`." /
        "元素写作 `h[i]`，从 0 数起；`h` 与 `h[i := x]` 为整个数组，只出现在目标、`sum(h)`、`min(h)`、`max(h)` 中。",
        "state h[3]\nmove m(i in 0..2) -> [h[i] - 1]" => "state h[3]\nmove m(i in 0..2) -> [h[i := h[i] - 1]]";
    BAD_INDEX = 33: "an index outside the array" / "下标越界",
        "An array `h[3]` has the elements h[0], h[1] and h[2]." / "数组 `h[3]` 的元素为 h[0]、h[1]、h[2]。",
        "state h[3]\nmove m -> [h[3 := 0]]" => "state h[3]\nmove m if h[2] > 0 -> [h[2 := 0]]";
    NO_STATE = 40: "a game without a state" / "游戏没有状态",
        "`state n` says what a position is; `coins p`, `heaps`, `subtract` and `octal` say it too." /
        "`state n` 说明局面是什么；`coins p`、`heaps`、`subtract`、`octal` 亦可。",
        "game g\nmove m -> []" => "game g\nstate n\nmove m -> [n-1]";
    NO_MOVE = 41: "a game without a move" / "游戏没有着法",
        "Add a line such as `move take(k in 1..3) -> [n-k]`." / "请加入一行，如 `move take(k in 1..3) -> [n-k]`。",
        "state n" => "state n\nmove take(k in 1..3) -> [n-k]";
    SAID_TWICE = 42: "something is said twice" / "重复说明",
        "A game has one state, one start, one `play`, one `sum`, and either `long` or `short`." /
        "一个游戏只有一个 state、一个 start、一个 play、一个 sum，以及 long 与 short 之一。",
        "state n\nstate m\nmove a -> [n-1]" => "state n\nmove a -> [n-1]";
    TOO_LARGE = 43: "more than the language holds" / "超出语言的容量",
        "A position has at most 15 numbers, a move at most 6 chosen numbers and 8 parts, a game at most 200 moves, a file at most 100 games and 1 MiB." /
        "局面至多 15 个数，一步至多选取 6 个数、分为 8 部分，一个游戏至多 200 条着法，一个文件至多 100 个游戏、1 MiB。",
        "state h[99]\nmove m -> [h]" => "state h[9]\nmove m(i in 0..8) -> [h[i := h[i] - 1]]";
    EMPTY_DOMAIN = 44: "a domain with nothing in it" / "空的取值范围",
        "A range `a..b` holds a, b and all between; b must not be less than a where both are fixed." /
        "范围 `a..b` 含 a、b 及其间各数；两者皆为常数时 b 不得小于 a。",
        "state n in 5..1\nmove m -> [n-1]" => "state n in 1..5\nmove m -> [n-1]";
    NOT_CONSTANT = 45: "this must be a fixed number" / "此处须为常数",
        "Domains, lengths of arrays, defaults and `subtract` sets may use numbers and parameters, not the state." /
        "取值范围、数组长度、默认值与 `subtract` 集合可用数与参数，不可用状态。",
        "state n, m in 0..n\nmove a -> [n-1, m]" => "state n, m in 0..9\nmove a -> [n-1, m]";
    BAD_START = 46: "a start that cannot be told from a position" / "start 与局面无法区分",
        "`start n -> [n, n-1]` says what fewer numbers than the state has mean; with as many they are the position itself." /
        "`start n -> [n, n-1]` 说明少于状态个数的数是什么意思；个数相同时即为局面本身。",
        "state n\nstart m -> [m+1]\nmove a -> [n-1]" => "state n, q\nstart m -> [m, m-1]\nmove a -> [n-1, q]";
    BAD_COINS = 47: "coins and other moves do not mix" / "硬币不可与其他着法混用",
        "In a game of `coins` every move says which coins it `turns`, the coin itself first; declared ends and other games belong to `state`." /
        "`coins` 游戏的每条着法都以 `turns` 说明翻哪些硬币，首先是该硬币本身；宣布胜负与其他游戏只用于 `state`。",
        "coins p\nmove m -> [p-1]" => "coins p\nmove m turns p, p-1";
    BAD_CODE = 48: "a code that cannot be read" / "无法读取的编码",
        "An octal code is written 0.137 or 4.7; each digit is from 0 to 7, or from 8 to f if three heaps may be left." / "八进制编码写作 0.137 或 4.7，每位为 0 至 7；若可留下三堆，则为 8 至 f。",
        "octal 0.1g" => "octal 0.137";
    UNKNOWN_PARAMETER = 49: "an unknown parameter" / "未知的参数",
        "Parameters stand behind the name of the game: `game knight(size = 8)`." / "参数写在游戏名之后：`game knight(size = 8)`。",
        "" => "";
    BAD_EXPECT = 50: "an expectation that cannot be checked" / "无法检验的预期",
        "`expect g(0..8) = 0 1 2 …` checks Grundy values, `expect outcome(0..4) = P N N P D` outcomes, `expect winning(5) = take(1)` all winning moves. There must be one result for each position." /
        "`expect g(0..8) = 0 1 2 …` 检验 SG 值，`expect outcome(0..4) = P N N P D` 检验结果，`expect winning(5) = take(1)` 检验全部必胜着法。每个局面须有一个结果。",
        "state n\nmove m -> [n-1]\nexpect g(0..3) = 0 1" => "state n\nmove m -> [n-1]\nexpect g(0..3) = 0 1 0 1";
    BAD_BLOCKING = 51: "options cannot be forbidden here" / "此处不可禁止选项",
        "`play blocking 2` lets the opponent forbid up to two of the positions one could move to, before each move. It needs normal play and positions that are no sums: every move leads to one position, and there are no coins, no `sum` and no `short`." /
        "`play blocking 2` 表示每步之前对手可禁止至多两个可到的局面。它要求正常规则，且局面不是和：每条着法通向一个局面，没有硬币、`sum` 与 `short`。",
        "state n\nmove split(k in 1..n-1) -> [k] + [n-k]\nplay blocking 1" => "state n\nmove take(k in 1..n) -> [n-k]\nplay blocking 1";
    OVERFLOW = 101: "a number beyond 64 bits while playing" / "对局中的数超出 64 位",
        "A calculation of the rules left the numbers from -2^63 to 2^63 - 1 at the position named." /
        "规则中的计算在所示局面超出 -2^63 至 2^63 - 1。",
        "" => "";
    ZERO_DIVISION = 102: "a division by zero" / "除以零",
        "`/` and `%` need a divisor that is not 0. A condition before it is tested first: `if k > 0 if n % k = 0`." /
        "`/` 与 `%` 的除数不得为 0。写在前面的条件先检验：`if k > 0 if n % k = 0`。",
        "" => "";
    INDEX_OUTSIDE = 103: "an index outside the array while playing" / "对局中下标越界",
        "The index of an array was less than 0 or not less than its length at the position named." /
        "在所示局面，数组下标小于 0 或不小于其长度。",
        "" => "";
    TOO_MANY_STEPS = 104: "too many steps for one position" / "单个局面步骤过多",
        "The choices of one position took more than 2^22 steps, not counting 2^10 for each move that was found. Narrow the ranges." /
        "在一个局面上，除每个着法 2^10 步外，尝试了超过 2^22 步。请缩小范围。",
        "" => "";
    MEASURE_GROWS = 105: "a measure that does not decrease" / "度量没有减小",
        "The declared `measure` must be a natural number and become less with every move: that is what proves that play ends." /
        "所声明的 `measure` 须为自然数，且每步减小：这正是对局会结束的证明。",
        "" => "";
    OUTSIDE_FUNCTION = 106: "a function outside its domain" / "函数自变量越界",
        "`isqrt`, `popcount` need a number that is not negative, `ctz` a positive one, shifts and powers an amount from 0 to 63." /
        "`isqrt`、`popcount` 的自变量不得为负，`ctz` 须为正，移位与幂的次数须为 0 至 63。",
        "" => "";
    COIN_NOT_BELOW = 107: "a coin that does not lie below the first one" / "硬币不在首枚之下",
        "Every other coin that a move turns lies below the coin itself: its first place that differs is less. That is what makes play end." /
        "着法所翻的其他硬币都须在该硬币之下：第一个不同的坐标较小。对局因此必终。",
        "" => "";
}

/// The page about a code, written as `E020` or `20`.
pub fn find(text: &str) -> Option<&'static Page> {
    let digits = text.trim().trim_start_matches(['E', 'e']);
    let number: u16 = digits.parse().ok()?;
    PAGES.iter().find(|page| page.code.0 == number)
}
