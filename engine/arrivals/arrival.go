package arrivals

import (
	"context"
	"time"
)

// Arrival is what an iteration is told of itself. Only the virtual user that runs the iteration
// touches it, so it needs no lock.
type Arrival struct {
	// Intended is when the iteration was meant to start.
	Intended time.Time
	// Claimed is set by the first request of the iteration, which takes the intended time as its
	// own: what comes after it starts when the script says so.
	Claimed bool
	Plan

	// local and global count the arrival from 0 in this segment and in the whole schedule.
	local, global uint64
}

type arrivalKey struct{}

// FromContext returns the arrival that a virtual user runs, or nil under another executor.
func FromContext(ctx context.Context) *Arrival {
	arrival, _ := ctx.Value(arrivalKey{}).(*Arrival)
	return arrival
}

func withArrival(ctx context.Context, arrival *Arrival) context.Context {
	return context.WithValue(ctx, arrivalKey{}, arrival)
}
