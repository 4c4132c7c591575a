// arbiter.hpp: libarbiter for C++17: objects that free themselves, lists of moves, text as
// std::string_view. Header only; link libarbiter. What is not here is called as in C.
#ifndef ARB_ARBITER_HPP
#define ARB_ARBITER_HPP

#include "arbiter.h"

#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// A text that could not be read, or a position that cannot be played. `offset` is a byte of it.
class error : public std::runtime_error {
  public:
    error(arb_status code, std::size_t place, const char *text)
        : std::runtime_error(text), status(code), offset(place)
    {
    }
    arb_status status;
    std::size_t offset;
};

namespace detail {

// Calls a writer (buf, cap) of the library, twice where the first buffer is too small.
template <class Writer> std::string text(Writer write)
{
    char small[128];
    std::size_t len = write(small, sizeof small);
    if (len < sizeof small)
        return std::string(small, len);
    std::string large(len + 1, '\0');
    write(&large[0], large.size());
    large.resize(len);
    return large;
}

} // namespace detail

inline const arb_rules &rules(std::string_view name = "chess")
{
    const arb_rules *found = arb_rules_find(name.data(), name.size());
    if (!found)
        throw error(ARB_BAD_TEXT, 0, "there is no such rule set");
    return *found;
}

// A position is a value: copied with =.
class position {
  public:
    explicit position(const arb_rules &by = rules())
    {
        if (arb_position_start(&value_, &by) != 0)
            throw error(ARB_BAD_POSITION, 0, "the start of these rules cannot be played");
    }
    explicit position(std::string_view fen, const arb_rules &by = rules())
    {
        arb_error wrong;
        if (arb_position_read(&value_, &by, fen.data(), fen.size(), nullptr, &wrong) != ARB_OK)
            throw error(wrong.status, wrong.offset, wrong.text);
    }
    explicit position(const arb_position &from) : value_(from) {}

    const arb_position *get() const { return &value_; }
    arb_colour turn() const { return arb_position_turn(&value_); }
    std::uint64_t key() const { return arb_position_key(&value_); }
    arb_outcome outcome() const { return arb_position_outcome(&value_); }

    // A range to go through with for, in the library's order.
    std::vector<arb_move> moves() const
    {
        std::vector<arb_move> list(ARB_MOVES_8X8);
        std::size_t count = arb_position_moves(&value_, list.data(), list.size());
        list.resize(count);
        if (count > ARB_MOVES_8X8)
            arb_position_moves(&value_, list.data(), list.size());
        return list;
    }
    bool is_legal(arb_move move) const { return arb_position_is_legal(&value_, move); }
    void play(arb_move move)
    {
        arb_undo undo;
        if (!arb_position_play(&value_, move, &undo))
            throw error(ARB_ILLEGAL, 0, "the move is not legal");
    }

    std::string fen() const
    {
        return detail::text([this](char *buf, std::size_t cap) {
            return arb_position_fen(&value_, ARB_X_FEN, ARB_EP_LEGAL, buf, cap);
        });
    }
    std::string san(arb_move move) const
    {
        return detail::text([this, move](char *buf, std::size_t cap) {
            return arb_san_write(&value_, move, buf, cap);
        });
    }
    std::string uci(arb_move move) const
    {
        return detail::text([this, move](char *buf, std::size_t cap) {
            return arb_uci_write(&value_, move, ARB_UCI_RULES, buf, cap);
        });
    }
    // SAN, tolerantly. Why it is refused is in the exception.
    arb_move read(std::string_view text) const
    {
        arb_san found;
        arb_status status = arb_san_read(&value_, text.data(), text.size(), &found);
        if (status == ARB_OK)
            return found.move;
        std::string why = detail::text([&](char *buf, std::size_t cap) {
            return arb_san_text(&found, &value_, buf, cap);
        });
        throw error(status, found.offset, why.c_str());
    }

  private:
    arb_position value_;
};

namespace detail {

struct free_game {
    void operator()(arb_game *game) const { arb_game_free(game); }
};
struct free_tree {
    void operator()(arb_tree *tree) const { arb_tree_free(tree); }
};

} // namespace detail

// A position with its history. The rule set must outlive it.
class game {
  public:
    explicit game(const position &start = position()) : game_(arb_game_new(start.get(), nullptr))
    {
        if (!game_)
            throw std::bad_alloc();
    }
    explicit game(arb_game *owned) : game_(owned) {}

    arb_game *get() const { return game_.get(); }
    position now() const { return position(*arb_game_position(game_.get())); }
    std::size_t ply() const { return arb_game_ply(game_.get()); }
    arb_outcome outcome() const { return arb_game_outcome(game_.get()); }
    bool undo() { return arb_game_undo(game_.get()); }
    bool redo() { return arb_game_redo(game_.get()); }

    // A move in any form that a person types. Why it is refused is in the exception.
    void play(std::string_view text)
    {
        arb_typed typed;
        const arb_position *here = arb_game_position(game_.get());
        arb_status status = arb_move_read(game_.get(), ARB_COORDS_ALGEBRAIC, text.data(),
                                          text.size(), &typed);
        if (status != ARB_OK) {
            std::string why = detail::text([&](char *buf, std::size_t cap) {
                return arb_typed_text(&typed, here, buf, cap);
            });
            throw error(status, typed.error.offset,
                        why.empty() ? typed.error.text : why.c_str());
        }
        play(typed.verdict.move);
    }
    void play(arb_move move)
    {
        arb_status status = arb_game_play(game_.get(), move);
        if (status == ARB_NO_MEMORY)
            throw std::bad_alloc();
        if (status != ARB_OK)
            throw error(status, 0, "the move is not legal, or the game is over");
    }

  private:
    std::unique_ptr<arb_game, detail::free_game> game_;
};

// A game with variations and comments: reads and writes PGN.
class tree {
  public:
    tree() : tree_(arb_tree_new(nullptr))
    {
        if (!tree_)
            throw std::bad_alloc();
    }

    arb_tree *get() const { return tree_.get(); }

    // The first game of the text; the rest of the text, or nothing if there was no game.
    std::optional<std::string_view> read(std::string_view text, const arb_rules &by = rules())
    {
        std::size_t taken = 0;
        arb_status status = arb_tree_read(tree_.get(), &by, text.data(), text.size(), &taken);
        if (status == ARB_BAD_TEXT)
            return std::nullopt;
        if (status == ARB_NO_MEMORY)
            throw std::bad_alloc();
        if (status != ARB_OK)
            throw error(status, taken, "the game is too large");
        return text.substr(taken);
    }
    std::string tag(const char *name) const
    {
        return detail::text([&](char *buf, std::size_t cap) {
            return arb_tree_tag_text(tree_.get(), name, buf, cap);
        });
    }
    std::string write(const arb_pgn_options *options = nullptr) const
    {
        std::string text;
        arb_tree_write_to(
            tree_.get(), options,
            [](void *context, const char *bytes, std::size_t len) {
                static_cast<std::string *>(context)->append(bytes, len);
            },
            &text);
        return text;
    }
    position board(arb_node node) const
    {
        arb_position at;
        arb_tree_board(tree_.get(), node, &at);
        return position(at);
    }
    // The moves of the main line, one after another.
    std::vector<arb_move> main_line() const
    {
        std::vector<arb_move> line;
        for (arb_node node = arb_tree_child(tree_.get(), ARB_ROOT); node != ARB_NO_NODE;
             node = arb_tree_child(tree_.get(), node))
            if (arb_tree_kind(tree_.get(), node) == ARB_NODE_MOVE)
                line.push_back(arb_tree_move(tree_.get(), node));
        return line;
    }

  private:
    std::unique_ptr<arb_tree, detail::free_tree> tree_;
};

} // namespace arbiter

#endif
