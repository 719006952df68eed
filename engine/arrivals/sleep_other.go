//go:build !linux

package arrivals

import "time"

// sleepExactly is as precise as the Go runtime.
func sleepExactly(wait time.Duration) {
	time.Sleep(wait)
}
