// Package scripttest runs the built engine, as a process, with small scripts against a target and
// a tap that the tests hold in their hands. It has tests only.
package scripttest
