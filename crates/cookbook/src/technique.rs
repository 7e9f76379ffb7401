//! What a learner looks for.

use grundy::catalogue::Words;

/// The techniques by which the problems are grouped, from the first to learn
/// to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Values of components and their nim sum.
    Sums,
    /// Staircase Nim in disguise.
    Stairs,
    /// Coin turning.
    Coins,
    /// Games on trees.
    Trees,
    /// Walks that never come back.
    Matching,
    /// Games on graphs.
    Graphs,
    /// Lost positions that are a numeration system.
    Numeration,
    /// The last move loses, or several games at once.
    Misere,
    /// Parity, mirrors and other strategies.
    Symmetry,
    /// How many positions are lost.
    Counting,
    /// Two colours that come down to one.
    Partizan,
}

impl Technique {
    /// All of them, in order.
    pub const ALL: [Technique; 11] = [
        Technique::Sums,
        Technique::Stairs,
        Technique::Coins,
        Technique::Trees,
        Technique::Matching,
        Technique::Graphs,
        Technique::Numeration,
        Technique::Misere,
        Technique::Symmetry,
        Technique::Counting,
        Technique::Partizan,
    ];

    /// The name of the group.
    pub fn name(self) -> Words {
        match self {
            Technique::Sums => ("Values and nim sums", "SG 值与异或和"),
            Technique::Stairs => ("Staircase Nim in disguise", "变形的阶梯尼姆"),
            Technique::Coins => ("Coin turning", "翻硬币游戏"),
            Technique::Trees => ("Trees", "树上游戏"),
            Technique::Matching => (
                "Walks that never come back: matchings",
                "不回头的行走：匹配",
            ),
            Technique::Graphs => ("Graphs, layers and cycles", "图、分层与环"),
            Technique::Numeration => ("Lost positions as a numeration", "必败态与数制"),
            Technique::Misere => ("Misère play and other compounds", "反常规则与其他复合"),
            Technique::Symmetry => ("Parity and symmetry", "奇偶与对称"),
            Technique::Counting => ("Counting lost positions", "必败局面计数"),
            Technique::Partizan => (
                "Two colours that come down to one",
                "可化为公平游戏的不平等游戏",
            ),
        }
    }

    /// When to think of it.
    pub fn hint(self) -> Words {
        match self {
            Technique::Sums => (
                "The position falls into parts that do not touch each other: value each part, and xor.",
                "局面分成互不影响的几部分：求各部分的 SG 值，再异或。",
            ),
            Technique::Stairs => (
                "What leaves one place arrives at the next: only every other place counts.",
                "从一处离开的会到达下一处：只有隔位的各处起作用。",
            ),
            Technique::Coins => (
                "A move turns a set with a topmost element: the value is a nim sum over single coins.",
                "每次翻转一个有最大元的集合：局面的值是各枚单独硬币的值的异或和。",
            ),
            Technique::Trees => (
                "Subtrees are components, or parities of chains and degrees decide.",
                "子树就是分量，或由链长、度数的奇偶决定胜负。",
            ),
            Technique::Matching => (
                "A token never visits a place twice: the mover wins iff every maximum matching covers its place.",
                "棋子不能重复到达同一处：所在顶点被每个最大匹配覆盖时先手胜。",
            ),
            Technique::Graphs => (
                "Order the positions, layer them by plain Grundy values, or label backwards from the ends.",
                "给局面定序、按普通 SG 值分层，或从终局倒推。",
            ),
            Technique::Numeration => (
                "Tabulate the lost positions: Fibonacci numbers or Beatty pairs appear.",
                "列出必败态：会出现斐波那契数或贝蒂数对。",
            ),
            Technique::Misere => (
                "Grundy values alone do not decide: misère Nim, remoteness and suspense do.",
                "仅凭 SG 值不能判定：需要反常尼姆定理、最短或最长步数。",
            ),
            Technique::Symmetry => (
                "Someone can always answer in kind, or force the number of moves.",
                "一方总能对称应对，或控制总步数的奇偶。",
            ),
            Technique::Counting => (
                "Not who wins, but how often: dynamic programming over xors and digits.",
                "问的不是谁胜，而是有多少种：对异或值与数位做动态规划。",
            ),
            Technique::Partizan => (
                "The players have different moves, and it does not matter: find the impartial game inside.",
                "双方的着法不同，却并不要紧：找出其中的公平游戏。",
            ),
        }
    }
}
