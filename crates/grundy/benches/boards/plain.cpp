// The same games by the definition, as one would write it for one game: every value a full mex, a
// table by open addressing, boards as bits. `plain GAME ROWS COLUMNS` prints the value (for Notakto:
// 1 if the first player wins), the states and the seconds of the processor.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>
using u64 = std::uint64_t;

struct Table {
    std::vector<u64> keys;
    std::vector<std::uint8_t> values;
    u64 count = 0;
    Table() : keys(1 << 16), values(1 << 16) {}
    u64 place(u64 key) const {
        u64 at = (key * 0x9e3779b97f4a7c15u) >> 20;
        u64 mask = keys.size() - 1;
        while (keys[at &= mask] && keys[at] != key) at++;
        return at;
    }
    int get(u64 key) const {
        u64 at = place(key);
        return keys[at] ? values[at] : -1;
    }
    void put(u64 key, int value) {
        if (2 * ++count > keys.size()) {
            std::vector<u64> old = std::move(keys);
            std::vector<std::uint8_t> was = std::move(values);
            keys.assign(2 * old.size(), 0);
            values.assign(2 * old.size(), 0);
            for (u64 i = 0; i < old.size(); i++)
                if (old[i]) {
                    u64 at = place(old[i]);
                    keys[at] = old[i];
                    values[at] = was[i];
                }
        }
        u64 at = place(key);
        keys[at] = key;
        values[at] = value;
    }
};

static Table table;
static int ROWS, COLUMNS;

static int mex(const bool *seen) {
    int value = 0;
    while (seen[value]) value++;
    return value;
}

// Cram and Node Kayles: sets of squares of one rectangle, moved to the corner, least image.
static u64 bit(int r, int c) { return u64(1) << (r * COLUMNS + c); }

static u64 least(u64 set) {
    u64 row = (u64(1) << COLUMNS) - 1, seen = 0, rows[64];
    while (!(set & row)) set >>= COLUMNS;
    int height = 0;
    for (u64 rest = set; rest; rest >>= COLUMNS) seen |= rows[height++] = rest & row;
    int left = __builtin_ctzll(seen), width = 64 - __builtin_clzll(seen) - left;
    u64 best = ~u64(0);
    for (int image = 0; image < 8; image++) {
        bool turn = image & 4;
        int high = turn ? width : height, wide = turn ? height : width;
        if (high > ROWS || wide > COLUMNS) continue;
        u64 made = 0;
        for (int r = 0; r < height; r++)
            for (u64 rest = rows[r] >> left; rest; rest &= rest - 1) {
                int c = __builtin_ctzll(rest);
                int y = image & 1 ? height - 1 - r : r, x = image & 2 ? width - 1 - c : c;
                made |= turn ? bit(x, y) : bit(y, x);
            }
        if (made < best) best = made;
    }
    return best;
}

static u64 first_column;

static u64 beside(u64 part) {
    return (part << 1 & ~first_column) | (part & ~first_column) >> 1 | part << COLUMNS | part >> COLUMNS;
}

static int value(u64 set, bool cram);

static int sum(u64 left, bool cram) {
    int total = 0;
    while (left) {
        u64 part = left & -left;
        for (;;) {
            u64 grown = part | (beside(part) & left);
            if (grown == part) break;
            part = grown;
        }
        left &= ~part;
        if (part & (part - 1)) total ^= value(least(part), cram);
        else total ^= !cram;
    }
    return total;
}

static int value(u64 set, bool cram) {
    int known = table.get(set);
    if (known >= 0) return known;
    bool seen[256] = {};
    for (u64 rest = set; rest; rest &= rest - 1) {
        u64 square = rest & -rest;
        if (!cram) {
            seen[sum(set & ~(square | beside(square)), cram)] = true;
            continue;
        }
        u64 right = square << 1 & ~first_column & set, below = square << COLUMNS & set;
        if (right) seen[sum(set & ~(square | right), cram)] = true;
        if (below) seen[sum(set & ~(square | below), cram)] = true;
    }
    int result = mex(seen);
    table.put(set, result);
    return result;
}

// Chomp: the lengths of the rows, four bits each, plus one bit against the empty word.
static u64 bar(const int *rows) {
    u64 word = 0;
    for (int r = ROWS - 1; r >= 0; r--) word = word << 4 | u64(rows[r]);
    return word;
}

static int chomp(u64 word) {
    int known = table.get(word);
    if (known >= 0) return known;
    int rows[16], after[16];
    for (int r = 0; r < ROWS; r++) rows[r] = word >> (4 * r) & 15;
    bool seen[256] = {};
    for (int r = 0; r < ROWS; r++)
        for (int c = r ? 0 : 1; c < rows[r]; c++) {
            for (int i = 0; i < ROWS; i++) after[i] = i < r || rows[i] < c ? rows[i] : c;
            seen[chomp(bar(after))] = true;
        }
    int result = mex(seen);
    table.put(word, result);
    return result;
}

// Notakto: who wins, with the first winning move.
static std::vector<u64> lines;

static int notakto(u64 crossed) {
    u64 all = (u64(1) << (ROWS * COLUMNS)) - 1;
    for (u64 line : lines)
        if ((crossed & line) == line) return 1;
    u64 best = ~u64(0);
    for (int image = 0; image < 8; image++) {
        u64 made = 0;
        for (u64 rest = crossed; rest; rest &= rest - 1) {
            int at = __builtin_ctzll(rest), r = at / COLUMNS, c = at % COLUMNS;
            int y = image & 1 ? ROWS - 1 - r : r, x = image & 2 ? ROWS - 1 - c : c;
            made |= image & 4 ? bit(x, y) : bit(y, x);
        }
        if (made < best) best = made;
    }
    int known = table.get(best + 1);
    if (known >= 0) return known;
    int wins = 0;
    for (u64 rest = all & ~best; rest && !wins; rest &= rest - 1) wins = !notakto(best | (rest & -rest));
    table.put(best + 1, wins);
    return wins;
}

int main(int count, char **words) {
    if (count != 4) return 2;
    std::string game = words[1];
    ROWS = std::atoi(words[2]);
    COLUMNS = std::atoi(words[3]);
    for (int r = 0; r < ROWS && game != "chomp"; r++) first_column |= bit(r, 0);
    int result;
    if (game == "chomp") {
        int rows[16];
        for (int r = 0; r < ROWS; r++) rows[r] = COLUMNS;
        result = chomp(bar(rows));
    } else if (game == "notakto") {
        u64 falling = 0, rising = 0;
        for (int i = 0; i < ROWS; i++) {
            u64 row = 0, column = 0;
            for (int j = 0; j < ROWS; j++) row |= bit(i, j), column |= bit(j, i);
            lines.push_back(row), lines.push_back(column);
            falling |= bit(i, i), rising |= bit(i, ROWS - 1 - i);
        }
        lines.push_back(falling), lines.push_back(rising);
        result = notakto(0);
    } else {
        u64 all = 0;
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLUMNS; c++) all |= bit(r, c);
        result = value(all, game == "cram");
    }
    std::printf("%d %llu %.6f\n", result, (unsigned long long)table.count, double(std::clock()) / CLOCKS_PER_SEC);
}
