//go:build !linux

package arrivals

import "time"

// sleepExactly is as exact as Go's runtime is.
func sleepExactly(wait time.Duration) {
	time.Sleep(wait)
}
