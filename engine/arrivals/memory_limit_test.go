package arrivals

import (
	"testing"

	"assay/engine/body"
)

func TestMemory(t *testing.T) {
	for _, each := range []struct{ users, from, to int64 }{
		{1, 100, 112}, {64, 100, 112}, {65, 100, 120}, {500, 230, 250}, {20_000, 7000, 9000},
	} {
		if got := memoryFor(each.users) >> 20; got < each.from || got > each.to {
			t.Errorf("memory: an engine of %d users has %d MiB, not %d to %d", each.users, got, each.from, each.to)
		}
	}
	t.Run("memory: any number of users leaves room for the answers that the budget admits", func(t *testing.T) {
		for users := int64(1); users < 3000; users++ {
			// A user takes some 0.31 MiB with its connection; bodies take three quarters of the budget.
			if needed := body.NewBudget(body.DefaultBytes).BodyLimit() + users*310<<10; memoryFor(users) < needed {
				t.Fatalf("%d users need %d bytes and have %d", users, needed, memoryFor(users))
			}
		}
	})
}
