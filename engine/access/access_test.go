package access

import (
	"strings"
	"testing"
)

const (
	secret = "t3am-S3cret-0123456789"
	script = `{"key":{"header":"api-key","scheme":""},"headers":[["x-team","${TEAM}"]],"query":"code=${CODE}"}`
)

func TestRead(t *testing.T) {
	t.Run("access: a variable that is not set is named", func(t *testing.T) {
		if _, err := Read(script, map[string]string{"TEAM": secret}); err == nil || !strings.Contains(err.Error(), "CODE is not set") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("access: a secret with a line break is refused", func(t *testing.T) {
		env := map[string]string{"TEAM": secret + "\n", "CODE": "c"}
		if _, err := Read(script, env); err == nil || !strings.Contains(err.Error(), "TEAM contains a line break") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("access: the error for a malformed script names its option", func(t *testing.T) {
		if _, err := Read("[", nil); err == nil || !strings.Contains(err.Error(), "options.ext.assayAccess of the script is malformed") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("access: secrets are removed from what comes back, also in the form that a query has", func(t *testing.T) {
		a, err := Read(script, map[string]string{"TEAM": secret, "CODE": "a/b==+0123456789"})
		if err != nil {
			t.Fatal(err)
		}
		got := a.Redactor().Text("you sent " + secret + " and a%2Fb%3D%3D%2B0123456789")
		if got != "you sent [TEAM] and [CODE]" {
			t.Errorf("got %q", got)
		}
	})
}

func TestKeys(t *testing.T) {
	a := Default()
	a.Keys = Keys{First: "k1"}
	t.Run("keys: the default header carries a bearer token", func(t *testing.T) {
		if got := a.Authorization("first") + a.Authorization("none"); got != "Bearer k1" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("keys: a credential without a key names the variable to set", func(t *testing.T) {
		if err := a.CheckCredential("first"); err != nil {
			t.Error(err)
		}
		if err := a.CheckCredential("second"); err == nil || !strings.Contains(err.Error(), "ASSAY_API_KEY_2") {
			t.Errorf("got %v", err)
		}
	})
}
