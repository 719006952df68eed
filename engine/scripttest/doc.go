// Package scripttest runs the built engine as a process, with small scripts, against a target and a tap
// that the tests control. It contains tests only.
package scripttest
