//go:build !linux

package clock

// OriginMonotonicNs is 0: only on Linux do all processes read one monotonic clock.
func OriginMonotonicNs() int64 {
	return 0
}
