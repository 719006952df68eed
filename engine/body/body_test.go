package body

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestBody(t *testing.T) {
	t.Run("body: whatever the reads and the open ends, the bytes are those received, and all room is given back", func(t *testing.T) {
		random := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			budget := NewBudget(int64(random.IntN(600 << 10)))
			var b Body
			b.Use(budget)
			var sent []byte
			open := 0
			for range random.IntN(40) {
				room := b.Room(open)
				if room == nil {
					if !b.IsDropped() {
						t.Fatal("there is no room for a body that was not dropped")
					}
					break
				}
				if len(room) < MinRoom {
					t.Fatalf("the room has only %d bytes", len(room))
				}
				count := 1 + random.IntN(len(room))
				for i := range count {
					room[i] = byte(random.IntN(256))
				}
				sent = append(sent, room[:count]...)
				b.Extend(count)
				if tail := b.Tail(open + count); !bytes.Equal(tail, sent[len(sent)-open-count:]) {
					t.Fatal("the open bytes and those read are not in one piece")
				}
				open = random.IntN(open + count + 1)
			}
			if b.Len() != len(sent) {
				t.Fatalf("%d bytes, not %d", b.Len(), len(sent))
			}
			if got := b.AppendTo(nil); !b.IsDropped() && !bytes.Equal(got, sent) {
				t.Fatal("the bytes are not those received")
			}
			if !bytes.HasPrefix(sent, b.Prefix(1000)) {
				t.Fatal("the prefix is not that of what was received")
			}
			limit := random.IntN(100 << 10)
			b.Shorten(limit)
			kept := sent[:min(limit, len(sent))]
			if got := b.AppendTo(nil); !b.IsDropped() && (!bytes.Equal(got, kept) || b.Held() != len(kept) || b.Len() != len(sent)) {
				t.Fatal("the bytes that were kept are not the first ones")
			}
			if b.Free(); budget.Used() != 0 {
				t.Fatalf("%d bytes are still taken", budget.Used())
			}
		}
	})
	t.Run("body: one that does not fit gives back its room, keeps its start and counts on", func(t *testing.T) {
		budget := NewBudget(200 << 10)
		var b Body
		b.Use(budget)
		for b.Len() < 1<<20 {
			room := b.Room(0)
			for i := range room {
				room[i] = byte(b.Len() >> 13)
			}
			b.Extend(len(room))
		}
		if !b.IsDropped() || budget.Used() > 96<<10 {
			t.Errorf("dropped: %v; %d bytes are taken", b.IsDropped(), budget.Used())
		}
		if prefix := b.Prefix(100); !bytes.Equal(prefix, make([]byte, 100)) {
			t.Errorf("the start is %v", prefix)
		}
	})
	t.Run("body: a copy that was settled keeps its room when the body is freed", func(t *testing.T) {
		budget := NewBudget(100 << 10)
		var b Body
		b.Use(budget)
		b.Room(0)
		b.Extend(100)
		if !b.Settle(130) || budget.Used() != 130 {
			t.Errorf("%d bytes are taken", budget.Used())
		}
		if b.Free(); budget.Used() != 130 {
			t.Errorf("%d bytes are taken", budget.Used())
		}
	})
}

func TestBudget(t *testing.T) {
	t.Run("budget: bodies fill three quarters of it, timings the rest", func(t *testing.T) {
		budget := NewBudget(1000)
		bodies, timings := 0, 0
		for budget.TakeForBody(100) {
			bodies++
		}
		for budget.Take(100) {
			timings++
		}
		if bodies != 7 || timings != 3 {
			t.Errorf("accepted %d bodies and %d timings", bodies, timings)
		}
	})
}

func TestTimes(t *testing.T) {
	t.Run("times: few take nothing from the budget, many do, and give it back", func(t *testing.T) {
		budget := NewBudget(64 << 10)
		var times Times
		times.Use(budget)
		for n := range int64(freeTimes) {
			if !times.Append(n) || budget.Used() != 0 {
				t.Fatalf("%d bytes are taken by %d times", budget.Used(), n)
			}
		}
		count := freeTimes
		for times.Append(int64(count)) {
			count++
		}
		if used := budget.Used(); used > 64<<10 || count*bytesPerTime > 64<<10 || times.All()[count-1] != int64(count-1) {
			t.Errorf("%d times take %d bytes", count, used)
		}
		if times.Free(); budget.Used() != 0 {
			t.Errorf("%d bytes are still taken", budget.Used())
		}
	})
}
