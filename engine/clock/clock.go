// Package clock gives all times of this process one origin.
package clock

import "time"

// origin is the zero of all times of this process. It carries a monotonic reading, so that a step
// of the wall clock changes no figure.
var origin = time.Now()

// OriginUnixNs is the wall clock at the origin.
func OriginUnixNs() int64 {
	return origin.UnixNano()
}

// NowNs is the time since the origin.
func NowNs() int64 {
	return int64(time.Since(origin))
}

// NsOf returns a moment as time since the origin.
func NsOf(moment time.Time) int64 {
	return int64(moment.Sub(origin))
}
